package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

// zoom is how large pictures of the display are written.
const zoom = 4

// writePicture writes a scene to a new file, which it closes.
func writePicture(painter *display.Painter, pngs *canvas.PNGWriter, file *os.File, height int, scene display.Scene) error {
	picture := canvas.NewPicture(height)
	painter.Draw(picture, scene)
	return errors.Join(pngs.Write(file, picture, zoom), file.Close())
}

func scenesCommand(w world) *cobra.Command {
	var heights []int
	c := &cobra.Command{
		Use: "scenes DIR", Short: "write every scene of both displays in every language as a picture, and a page that shows them all",
		Example: "arbitre scenes /tmp/scenes",
		Args:    takes(1, 1, "one folder"),
		RunE: func(_ *cobra.Command, folders []string) error {
			for _, height := range heights {
				if height != display.Height && height != display.LowHeight {
					return config.Wrong(fmt.Errorf("--height %d: expected %d or %d", height, display.Height, display.LowHeight))
				}
			}
			folder, err := openFolder(folders[0])
			if err != nil {
				return err
			}
			defer folder.Close()
			painter := display.NewPainter(wording.NewPhrases(all.Games()))
			var pngs canvas.PNGWriter
			pictures := map[string][]string{} // by scene
			for _, height := range heights {
				size := fmt.Sprintf("%dx%d", canvas.Width, height)
				if err := folder.MkdirAll(size, 0o755); err != nil {
					return fmt.Errorf("%w: choose a new folder", err)
				}
				for _, l := range wording.Languages() {
					stories, err := scenes.Of(all.Games(), l, height)
					if err != nil {
						return err
					}
					for _, s := range stories {
						path := fmt.Sprintf("%s/%s.%v.png", size, s.Name, l)
						file, err := create(folder, path)
						if err != nil {
							return fmt.Errorf("%w: choose a new folder", err)
						}
						if err := writePicture(painter, &pngs, file, height, s.Scene); err != nil {
							return err
						}
						pictures[s.Name] = append(pictures[s.Name], path)
					}
				}
			}
			index, err := create(folder, "index.html")
			if err != nil {
				return err
			}
			return errors.Join(scenes.WriteIndex(index, pictures), index.Close())
		},
	}
	c.Flags().IntSliceVar(&heights, "height", []int{display.Height, display.LowHeight}, "draw them `ROWS` high")
	return c
}

func soundsCommand(w world) *cobra.Command {
	var folder string
	c := &cobra.Command{
		Use: "sounds DIR", Short: "write every cue as a WAV file, to listen to or to replace",
		Example: "arbitre sounds /tmp/cues",
		Args:    takes(1, 1, "one folder"),
		RunE: func(_ *cobra.Command, folders []string) error {
			cues, err := box.LoadSounds(folder)
			if err != nil {
				return config.Wrong(err)
			}
			into, err := openFolder(folders[0])
			if err != nil {
				return err
			}
			defer into.Close()
			for _, cue := range games.Cues() {
				file, err := create(into, string(cue)+".wav")
				if err != nil {
					return err
				}
				if err := errors.Join(cues.WriteWAV(file, cue), file.Close()); err != nil {
					return err
				}
				fmt.Fprintln(w.out, filepath.Join(folders[0], string(cue)+".wav"))
			}
			return nil
		},
	}
	c.Flags().StringVar(&folder, "folder", "", "take recordings from `DIR` that replace the cues of their names, as in the configuration")
	return c
}

// openFolder opens a folder to [create] files in, and makes it if need be.
func openFolder(path string) (*os.Root, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(path)
}

// create puts a new file, for all to read, in the place of whatever has its name in a folder: no link is followed, that
// somebody may have laid there for whoever writes with more rights than he has.
func create(folder *os.Root, name string) (*os.File, error) {
	if err := folder.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return folder.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
}
