package realkernel

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// A diskWrite is one that a machine has sent to its disk, or its order to keep all before it.
type diskWrite struct {
	at    int64 // in bytes
	data  []byte
	flush bool
}

const sectorSize = 512

// readWrites reads what QEMU's driver blklogwrites has noted, in the format of the kernel's
// Documentation/admin-guide/device-mapper/log-writes.rst: a sector about the log, then for each
// write one about it and its data.
func readWrites(t testing.TB, file string) (all []diskWrite) {
	t.Helper()
	log, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.Seek(sectorSize, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	const flush, discard = 1, 4
	for {
		var head [sectorSize]byte
		if _, err := io.ReadFull(log, head[:]); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		word := func(i int) int64 { return int64(binary.LittleEndian.Uint64(head[8*i:])) }
		w := diskWrite{at: word(0) * sectorSize, flush: word(2)&flush != 0}
		if word(2)&discard != 0 {
			t.Fatal("the machine has discarded sectors, of which nobody knows what is in them then")
		}
		w.data = make([]byte, word(1)*sectorSize)
		if _, err := io.ReadFull(log, w.data); err != nil {
			t.Fatalf("%s ends within a write: %v", file, err)
		}
		all = append(all, w)
	}
}

// loses makes of a disk as it was before these writes what a power cut after them leaves: all that
// a flush has followed, and of the rest each write, none of it, or its first sectors. Of a sector of
// the two that tell U-Boot which root to boot there may be rubbish.
func loses(t testing.TB, disk string, all []diskWrite, dice *rand.Rand) {
	t.Helper()
	file, err := os.OpenFile(disk, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	kept := 0
	for i, w := range all {
		if w.flush {
			kept = i
		}
	}
	for i, w := range all {
		data := w.data
		if i > kept {
			switch dice.IntN(3) {
			case 0:
				data = nil
			case 1:
				data = data[:sectorSize*dice.IntN(len(data)/sectorSize+1)]
			}
			if w.isState() && dice.IntN(4) == 0 {
				data = slices.Clone(w.data)
				for k := range data {
					data[k] = byte(dice.Uint32())
				}
			}
		}
		if _, err := file.WriteAt(data, w.at); err != nil {
			t.Fatal(err)
		}
	}
}

// isState reports whether that is a sector that says which root to boot.
func (w diskWrite) isState() bool { return w.at == firstState || w.at == secondState }
