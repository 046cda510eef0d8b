package main

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/games/disk"

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
				if height < display.LowHeight || height > canvas.MaxHeight || height%8 != 0 {
					return config.Wrong(fmt.Errorf("--height %d: expected a multiple of eight from %d to %d", height, display.LowHeight, canvas.MaxHeight))
				}
			}
			folder, err := disk.Folder(folders[0])
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
						file, err := disk.Create(folder, path)
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
			return writeIndex(folder, pictures)
		},
	}
	c.Flags().IntSliceVar(&heights, "height", []int{display.Height, display.LowHeight}, "draw them `ROWS` high: multiples of eight from 32 to 128")
	return c
}

// writeIndex writes a page that shows the pictures of every scene beside each other. No name among them needs an escape.
func writeIndex(folder *os.Root, pictures map[string][]string) error {
	file, err := disk.Create(folder, "index.html")
	if err != nil {
		return err
	}
	page := bufio.NewWriter(file)
	fmt.Fprint(page, `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Scenes of arbitre</title>
<style>
body { background: #222; color: #ddd; font-family: sans-serif }
img { width: 256px; margin: 4px; image-rendering: pixelated; vertical-align: top }
h2 { font-size: 1em; margin: 1.5em 0 0.3em }
</style>
<h1>Scenes</h1>
`)
	for _, scene := range slices.Sorted(maps.Keys(pictures)) {
		fmt.Fprintf(page, "<h2 id=\"%[1]s\">%[1]s</h2>\n", scene)
		for _, path := range pictures[scene] {
			fmt.Fprintf(page, "<a href=\"%[1]s\"><img src=\"%[1]s\" alt=\"%[1]s\" loading=\"lazy\"></a>\n", path)
		}
	}
	return errors.Join(page.Flush(), file.Close())
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
			return cues.WriteWAVs(folders[0])
		},
	}
	c.Flags().StringVar(&folder, "folder", "", "take recordings from `DIR` that replace the cues of their names, as in the configuration")
	return c
}
