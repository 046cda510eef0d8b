package main

import (
	"fmt"
	"os"

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
			return writeScenes(folders[0], []int{display.Height, display.LowHeight}, wording.Languages())
		},
	}
}

func writeScenes(path string, heights []int, languages []wording.Language) error {
	folder, err := openFolder(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	pictures := map[string][]string{} // files by scene
	for _, height := range heights {
		for _, l := range languages {
			if err := writeStories(folder, height, l, pictures); err != nil {
				return fmt.Errorf("%w: choose a new folder", err)
			}
		}
	}
	return create(folder, "index.html", func(index *os.File) error { return scenes.WriteIndex(index, pictures) })
}

// writeStories writes the scenes of one display in one language, and adds their paths to pictures.
func writeStories(folder *os.Root, height int, l wording.Language, pictures map[string][]string) error {
	size := fmt.Sprintf("%dx%d", canvas.Width, height)
	if err := folder.MkdirAll(size, 0o755); err != nil {
		return err
	}
	stories, err := scenes.Of(all.Games(), l, height)
	if err != nil {
		return err
	}
	painter, picture := display.NewPainter(wording.NewPhrases(all.Games())), canvas.NewPicture(height)
	var png canvas.PNGWriter
	for _, s := range stories {
		path := fmt.Sprintf("%s/%s.%v.png", size, s.Name, l)
		pictures[s.Name] = append(pictures[s.Name], path)
		painter.Draw(picture, s.Scene)
		err := create(folder, path, func(file *os.File) error { return png.Write(file, picture, zoom) })
		if err != nil {
			return err
		}
	}
	return nil
}
