# The pulse generator of "arbitre prove --pico", for MicroPython 1.22 or later on a Raspberry Pi Pico or Pico 2. Nobody
# copies it there: arbitre sends it whenever it is needed. README.md beside this file has the wires and the protocol.
import sys
import time
from array import array

import machine
import rp2

PROTOCOL = 1
FIRST = 2  # line 0 is GP2
LINES = 8  # line 7 is GP9
HZ = machine.freq()  # of the PIO's clock: one tick is 8 ns at 125 MHz
OVERHEAD = 3  # ticks of a word whose count is 0
MOST = (1 << 24) - 1 + OVERHEAD  # ticks of one word
SLOW = 5000  # µs that Python may take to see the end
LEAST = 1000  # ns of a step, far more than the DMA controller needs for the next word

FDEBUG = 0x50200008  # of PIO0, in both kinds of chip
STALLED = 1 << 24  # state machine 0 has had nothing to do


# A line is an output that is always low, or no output at all: open drain. A word is which lines are outputs, in its low
# byte, and for how many ticks.
@rp2.asm_pio(out_init=(rp2.PIO.IN_LOW,) * LINES, out_shiftdir=rp2.PIO.SHIFT_RIGHT, autopull=True, pull_thresh=32)
def pull_down():
    wrap_target()
    out(pindirs, 8)
    out(x, 24)
    label("wait")
    jmp(x_dec, "wait")
    wrap()


def words(steps, hz):
    """words are those of steps, each "LINES:NS", and how many µs they take. A step ends at the tick next to its time."""
    made = array("I")
    at = ticks = 0  # where the last step ends, in ns and in ticks
    for step in steps:
        lines, span = step.split(":")
        lines, span = int(lines, 16), int(span)
        if lines >> LINES or lines < 0:
            raise ValueError("there are %d lines" % LINES)
        if span < LEAST:
            raise ValueError("a step takes %d ns at least" % LEAST)
        at += span
        left = (at * hz + 500000000) // 1000000000 - ticks
        ticks += left
        while left:
            # The last word must not be shorter than its overhead.
            part = left if left <= MOST else min(MOST, left - OVERHEAD)
            made.append(lines | part - OVERHEAD << 8)
            left -= part
    if not made or made[-1] & 0xFF:
        raise ValueError("the last step must leave all lines alone")
    return made, at // 1000


class Player:
    """A Player holds lines to ground as words say."""

    def __init__(self):
        for i in range(LINES):
            machine.Pin(FIRST + i, machine.Pin.IN, None)  # without the pull-down that a Pico has at power-on
        self.machine = rp2.StateMachine(0, pull_down, freq=HZ, out_base=machine.Pin(FIRST))
        self.dma = rp2.DMA()
        self.control = self.dma.pack_ctrl(size=2, inc_write=False, treq_sel=0)  # PIO0 asks for its first machine's words
        self.machine.active(1)

    def play(self, made):
        """play takes some words, and returns how many microseconds it took. DMA feeds the PIO, so nothing waits for Python."""
        began = time.ticks_us()
        self.dma.config(read=made, write=self.machine, count=len(made), ctrl=self.control, trigger=True)
        machine.mem32[FDEBUG] = STALLED  # a one clears it
        while not machine.mem32[FDEBUG] & STALLED:
            pass
        return time.ticks_diff(time.ticks_us(), began)

    def close(self):
        self.machine.active(0)
        for i in range(LINES):
            machine.Pin(FIRST + i, machine.Pin.IN, None)
        self.dma.close()


def serve():
    print("arbitre-pulse", PROTOCOL, LINES, HZ, sys.implementation._machine, "MicroPython", ".".join(str(n) for n in sys.implementation.version[:3]))
    player = Player()
    try:
        while True:
            command = sys.stdin.readline().split()
            if not command or command[0] == "end":
                return
            try:
                if command[0] != "play":
                    raise ValueError("there is no command " + command[0])
                made, span = words(command[1:], HZ)
                took = player.play(made)
                # It ends as soon as the PIO has to wait for a word; and Python may be slow to notice.
                print("done" if span <= took + 10 and took <= span + SLOW else "late", len(command) - 1, took)
            except ValueError as wrong:
                print("error", wrong)
    finally:
        player.close()


serve()
