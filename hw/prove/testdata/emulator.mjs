// emulator.mjs FOLDER: the RP2040 of a Pico, emulated, with the firmware.uf2 and the bootrom.bin of that folder, and
// its rp2040js. Its USB serial port is standard input and output. For each change of GP2 to GP9 it writes to file
// descriptor 3 the processor's cycle, the pin, and what the pin is: 0 is at ground, 1 at 3.3 V, 2 left alone, 3 and 4
// pulled up or down.
import { readFileSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = process.argv[2]
const { RP2040, USBCDC, ConsoleLogger, LogLevel } = createRequire(join(folder, 'x'))('rp2040js')

// Its own clock of cycles: the package's knows nothing of the PIO, which must keep step with the processor.
const clock = {
	nanos: 0,
	alarms: [],
	createAlarm(callback) {
		const alarm = { at: Infinity, schedule: (after) => { alarm.at = clock.nanos + after }, cancel: () => { alarm.at = Infinity } }
		clock.alarms.push({ alarm, callback })
		return alarm
	},
	next() { return Math.min(...clock.alarms.map((a) => a.alarm.at)) },
	ring() {
		for (const { alarm, callback } of clock.alarms) {
			if (alarm.at <= clock.nanos) {
				alarm.at = Infinity
				callback()
			}
		}
	},
}

const chip = new RP2040(clock)
chip.logger = new ConsoleLogger(LogLevel.Error)
const rom = readFileSync(join(folder, 'bootrom.bin'))
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4))
const firmware = readFileSync(join(folder, 'firmware.uf2'))
for (let at = 0; at < firmware.length; at += 512) {
	const size = firmware.readUInt32LE(at + 16)
	chip.flash.set(firmware.subarray(at + 32, at + 32 + size), firmware.readUInt32LE(at + 12) - 0x10000000)
}

let cycle = 0
for (let pin = 2; pin < 10; pin++) {
	chip.gpio[pin].addListener((state) => writeSync(3, `${cycle} ${pin} ${state}\n`))
}
for (const pio of chip.pio) pio.run = () => {}

const port = new USBCDC(chip.usbCtrl)
port.onSerialData = (bytes) => process.stdout.write(bytes)
const typed = []
process.stdin.on('data', (bytes) => typed.push(...bytes))
process.stdin.on('end', () => process.exit())

chip.core.PC = 0x10000000
function run() {
	for (let i = 0; i < 200000; i++) {
		let cycles = chip.core.waiting ? 1 : chip.core.executeInstruction()
		const running = chip.pio.filter((pio) => !pio.stopped)
		if (chip.core.waiting && running.length === 0) {
			cycles = Math.max(1, Math.min(125000, Math.ceil((clock.next() - clock.nanos) / 8)))
		}
		for (; cycles > 0; cycles--) {
			cycle++
			for (const pio of running) pio.step()
			if (running.length === 0) {
				cycle += cycles - 1
				cycles = 1
			}
		}
		clock.nanos = cycle * 8
		if (clock.next() <= clock.nanos) clock.ring()
	}
	while (typed.length > 0 && port.txFIFO.itemCount < 256) port.sendSerialByte(typed.shift())
	setImmediate(run)
}
run()
