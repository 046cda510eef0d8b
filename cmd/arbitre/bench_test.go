package main

import "testing"

// From the start of the program to READY: the configuration and the journals are read, buttons and display are there.
// Those are virtual, and so without the reset of a real display.
func BenchmarkStartUntilReady(b *testing.B) {
	for b.Loop() {
		d := &demoTable{state: b.TempDir()}
		d.start(b, "127.0.0.1:0")
		b.StopTimer()
		d.command.Process.Kill()
		d.command.Wait()
		b.StartTimer()
	}
}
