package main

import (
	"errors"
	"fmt"
	"os"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

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

// writePicture writes a scene to a new file, which it closes.
func writePicture(painter *display.Painter, pngs *canvas.PNGWriter, file *os.File, height int, scene display.Scene) error {
	picture := canvas.NewPicture(height)
	painter.Draw(picture, scene)
	return errors.Join(pngs.Write(file, picture, zoom), file.Close())
}
