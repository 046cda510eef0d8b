package sim

import (
	"fmt"
	"sync"
	"syscall"

	"periph.io/x/conn/v3/gpio"
)

// The PCA9685's registers (table 4).
const (
	pcaMode1    = 0x00
	pcaMode2    = 0x01
	pcaSub1     = 0x02
	pcaAllCall  = 0x05
	pcaFirst    = 0x06 // four for each output: on low, on high, off low, off high
	pcaLast     = 0x45
	pcaAll      = 0xFA // four for all outputs
	pcaPrescale = 0xFE
	pcaTest     = 0xFF
)

// Bits of MODE1 (table 5).
const (
	pcaRestart       = 1 << 7
	pcaAutoIncrement = 1 << 5
	pcaSleep         = 1 << 4
	pcaAnswersAll    = 1 << 0
)

// pcaFull is the bit of the high registers that has an output always on, or always off (table 7).
const pcaFull = 1 << 4

// PCA9685 is a model of the LED controller of that name on an I²C bus, with 16 outputs. Sections and tables are those
// of NXP's data sheet, revision 4. Its outputs are as they are seen, without the time in which they pulse; the external
// clock, the subaddresses and the output enable pin are not there. It is safe for concurrent use.
type PCA9685 struct {
	changed func()

	mu       sync.Mutex
	regs     [256]uint8
	register uint8 // the next one (control register, section 7.2)
}

// NewPCA9685 is a controller after its reset, with all outputs off. It calls changed, if it is not nil, after each
// transaction that changed an output.
func NewPCA9685(changed func()) *PCA9685 {
	c := &PCA9685{changed: changed}
	c.reset()
	return c
}

// PowerCycle takes its power away and gives it back.
func (c *PCA9685) PowerCycle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reset()
}

// reset is section 7.5, with the defaults of tables 4 to 9.
func (c *PCA9685) reset() {
	c.regs = [256]uint8{pcaMode1: pcaSleep | pcaAnswersAll, pcaMode2: 0x04, pcaSub1: 0xE2, 0xE4, 0xE8, pcaAllCall: 0xE0, pcaPrescale: 0x1E}
	for r := pcaFirst; r <= pcaLast; r += 4 {
		c.regs[r+3] = pcaFull
	}
	c.register = 0
}

// Tx takes a transaction, without the address: the number of a register, and what is written to it and, with
// auto-increment, to those after it (section 7.3, figures 20 to 24). What is read begins where that ended.
func (c *PCA9685) Tx(w, r []byte) error {
	c.mu.Lock()
	before := c.duties()
	err := c.transact(w, r)
	changed := before != c.duties()
	c.mu.Unlock()
	if changed && c.changed != nil {
		c.changed()
	}
	return err
}

func (c *PCA9685) transact(w, r []byte) error {
	for i, b := range w {
		if i == 0 {
			c.register = b
		}
		if c.register > pcaLast && c.register < pcaAll {
			return fmt.Errorf("register %#x is reserved: %w", c.register, syscall.EREMOTEIO) // not acknowledged
		}
		if i > 0 {
			c.write(c.register, b)
			c.advance()
		}
	}
	for i := range r {
		r[i] = 0
		if c.register < pcaAll || c.register == pcaPrescale {
			r[i] = c.regs[c.register]
		}
		c.advance()
	}
	return nil
}

// advance goes on to the next register; after the last one of either range to the first (table 4, remark).
func (c *PCA9685) advance() {
	if c.regs[pcaMode1]&pcaAutoIncrement == 0 {
		return
	}
	c.register++
	if c.register == pcaLast+1 || c.register == pcaTest {
		c.register = 0
	}
}

func (c *PCA9685) write(register, b uint8) {
	switch {
	case register == pcaMode1:
		c.writeMode1(b)
	case register == pcaPrescale:
		if c.regs[pcaMode1]&pcaSleep != 0 { // else it is blocked (table 4, note 1)
			c.regs[pcaPrescale] = max(3, b) // section 7.3.5
		}
	case register >= pcaAll && register < pcaPrescale:
		for r := pcaFirst + int(register-pcaAll); r <= pcaLast; r += 4 {
			c.writeOutput(uint8(r), b)
		}
	case register >= pcaFirst && register <= pcaLast:
		c.writeOutput(register, b)
	case register < pcaFirst:
		c.regs[register] = b
	}
}

func (c *PCA9685) writeOutput(register, b uint8) {
	if register%2 == 1 {
		b &= 0x1F // the high registers' upper bits can't be written (table 7)
	}
	c.regs[register] = b
	c.regs[pcaMode1] &^= pcaRestart // section 7.3.1.1, with the outputs changing on a stop
}

// writeMode1 is table 5 and section 7.3.1.1: the chip sets RESTART when it is put to sleep while an output pulses; then
// the pulses begin anew when, awake, a one is written to it.
func (c *PCA9685) writeMode1(b uint8) {
	mode := &c.regs[pcaMode1]
	restart := *mode & pcaRestart
	if b&pcaSleep != 0 && *mode&pcaSleep == 0 && c.pulses() {
		restart = pcaRestart
	}
	if b&pcaRestart != 0 && b&pcaSleep == 0 {
		restart = 0
	}
	*mode = b&^pcaRestart | restart
}

func (c *PCA9685) pulses() bool {
	for r := pcaFirst; r <= pcaLast; r += 4 {
		if (c.regs[r+1]|c.regs[r+3])&pcaFull == 0 {
			return true
		}
	}
	return false
}

// Register returns what stands in one.
func (c *PCA9685) Register(register uint8) uint8 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.regs[register]
}

// AnswersAll tells whether it also answers at the address of all such chips, 0x70 (section 7.1.2).
func (c *PCA9685) AnswersAll() bool { return c.Register(pcaMode1)&pcaAnswersAll != 0 }

// Duty returns how much of the time an output is high.
func (c *PCA9685) Duty(output int) gpio.Duty {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.duties()[output]
}

func (c *PCA9685) duties() (duties [16]gpio.Duty) {
	mode := c.regs[pcaMode1]
	if mode&pcaSleep != 0 {
		return // without its oscillator no output can be turned on (table 5, note)
	}
	for i := range duties {
		r := c.regs[pcaFirst+4*i:]
		on, off := uint16(r[1]&0x0F)<<8|uint16(r[0]), uint16(r[3]&0x0F)<<8|uint16(r[2])
		switch {
		case r[3]&pcaFull != 0: // it takes precedence (section 7.3.3)
		case r[1]&pcaFull != 0:
			duties[i] = gpio.DutyMax
		case mode&pcaRestart == 0:
			duties[i] = gpio.Duty((off-on)&0x0FFF) << 12 // of 4096 steps
		}
	}
	return duties
}
