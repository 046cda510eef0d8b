package main

import (
	"fmt"
	"os"

	"arbitre/cmd/arbitre/gallery"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games/all"

	"github.com/spf13/cobra"
)

func scenesCommand(world) *cobra.Command {
	return &cobra.Command{
		Use:   "scenes DIR",
		Short: "write every scene of both displays in every language as a picture, and a page that shows them all",

		Example: "arbitre scenes /tmp/scenes",
		Args:    takes(1, 1, "one folder"),
		RunE: func(_ *cobra.Command, folders []string) error {
			return writeScenes(folders[0], wording.Languages())
		},
	}
}

// zoom is how many times larger than the display a written picture is, in both directions.
const zoom = 4

// writeScenes writes the scenes, and the page that shows them.
func writeScenes(path string, languages []wording.Language) error {
	folder, err := openFolder(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	painter := display.NewPainter(wording.NewPhrases(all.Games()))
	pictures := map[string][]string{} // files by scene
	picture := canvas.NewPicture()
	for _, l := range languages {
		stories, err := scenes.Of(all.Games(), l, gallery.Views(all.Games())...)
		if err != nil {
			return err
		}
		for _, s := range stories {
			file := fmt.Sprintf("%s.%v.png", s.Name, l)
			pictures[s.Name] = append(pictures[s.Name], file)
			painter.Draw(picture, s.Scene)
			err := create(folder, file, func(f *os.File) error { return canvas.WritePNG(f, picture, zoom) })
			if err != nil {
				return fmt.Errorf("%w: choose a new folder", err)
			}
		}
	}
	return create(folder, "index.html", func(index *os.File) error { return scenes.WriteIndex(index, pictures) })
}
