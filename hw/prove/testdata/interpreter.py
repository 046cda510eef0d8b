# Stands in for MicroPython on a Pico, with nothing but a Python: its raw mode on standard input and output, and of the
# modules machine and rp2 what pico.py uses. The state machine takes an instruction a tick, as the RP2040's data sheet has
# it (3.4 and 3.5), and knows the two that are used. For each change of a pin it writes to file descriptor 3 the tick, the
# pin, and 0 if that is at ground, 2 if it is left alone.
import os
import sys
import time
import types

HZ = 125000000
now = 0  # the tick


class PIO:
    IN_LOW, SHIFT_RIGHT = "an input, low if it becomes an output", "the lowest bits first"


def asm_pio(out_init, out_shiftdir, autopull, pull_thresh):
    assert set(out_init) == {PIO.IN_LOW} and out_shiftdir == PIO.SHIFT_RIGHT and autopull and pull_thresh == 32

    def assemble(source):
        program, labels, wrapped = [], {}, {}
        types.FunctionType(source.__code__, {
            "wrap_target": lambda: wrapped.update(target=len(program)),
            "wrap": lambda: wrapped.update(end=len(program)),
            "label": lambda name: labels.update({name: len(program)}),
            "out": lambda to, bits: program.append(("out", to, bits)),
            "jmp": lambda when, to: program.append(("jmp", when, to)),
            "pindirs": "pindirs", "x": "x", "x_dec": "x_dec",
        })()
        assert wrapped == {"target": 0, "end": len(program)}
        return program, labels, len(out_init)

    return assemble


class StateMachine:
    def __init__(self, number, program, freq, out_base):
        assert number == 0 and freq == HZ
        self.program, self.labels, self.pins = program
        self.base, self.pc, self.x, self.left, self.outputs = out_base.number, 0, 0, 0, 0

    def active(self, on):
        self.on = on

    def feed(self, words):
        """feed runs until it has to wait for a word. The next is always there when the last is used up."""
        global now
        words = list(words)
        while True:
            what, where, arg = self.program[self.pc]
            if what == "out":
                if self.left == 0:
                    if not words:
                        return
                    self.osr, self.left = words.pop(0), 32
                bits = self.osr & (1 << arg) - 1
                self.osr, self.left = self.osr >> arg, self.left - arg
                if where == "x":
                    self.x = bits
                else:
                    for pin in range(self.pins):
                        if (bits ^ self.outputs) >> pin & 1:
                            os.write(3, b"%d %d %d\n" % (now, self.base + pin, 0 if bits >> pin & 1 else 2))
                    self.outputs = bits
            else:
                assert where == "x_dec" and self.labels[arg] == self.pc  # it waits: all its rounds at once
                now += self.x
                self.x = 0xFFFFFFFF
            now += 1
            self.pc = (self.pc + 1) % len(self.program)


class DMA:
    def pack_ctrl(self, **fields):
        assert fields == {"size": 2, "inc_write": False, "treq_sel": 0}

    def config(self, read, write, count, ctrl, trigger):
        assert write.on and count == len(read) and trigger
        write.feed(read)

    def close(self):
        pass


class Pin:
    IN = "input"

    def __init__(self, number, mode=None, pull="as it is"):
        self.number = number


class Registers:
    def __getitem__(self, at):
        assert at == 0x50200008
        return 1 << 24

    def __setitem__(self, at, value):
        assert at == 0x50200008 and value == 1 << 24


class Typed:
    def readline(self):
        return until(b"\n").decode()


def until(end):
    text = b""
    while not text.endswith(end):
        byte = os.read(0, 1)
        if not byte:
            sys.exit()
        text += byte
    return text


def say(text):
    os.write(1, text.encode())


sys.modules["machine"] = types.SimpleNamespace(freq=lambda: HZ, Pin=Pin, mem32=Registers())
sys.modules["rp2"] = types.SimpleNamespace(PIO=PIO, asm_pio=asm_pio, StateMachine=StateMachine, DMA=DMA)
time.ticks_us = lambda: now * 1000000 // HZ
time.ticks_diff = lambda a, b: a - b
sys.implementation._machine = "an interpreter"
sys.stdin = Typed()
sys.stdout.reconfigure(line_buffering=True)

until(b"\x01")
say("raw REPL; CTRL-B to exit\r\n>")
program = until(b"\x04")[:-1].decode()
say("OK")
exec(compile(program, "pico.py", "exec"), {})
say("\x04\x04>")
