// Package realkernel tries buttons, display and the whole program on a real Linux kernel in a
// virtual machine, where GPIO lines and the I²C bus are simulated by the kernel itself. There are
// only tests in it.
package realkernel
