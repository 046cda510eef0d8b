package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"arbitre/display"
	"arbitre/sounds"
)

// zoom is how large pictures of the display are written.
const zoom = 4

func writePicture(painter *display.Painter, path string, height int, scene display.Scene) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	picture := display.NewPicture(height)
	painter.Draw(picture, scene)
	return display.WritePNG(file, picture, zoom)
}

func scenesCommand() command {
	return command{
		name: "scenes", args: "DIR",
		about:   "write every scene of both displays in every language as a picture",
		example: "arbitre scenes /tmp/scenes",
		run: func(w world, args []string) error {
			set := flag.NewFlagSet("scenes", flag.ContinueOnError)
			folders, err := flags(set, args, 1, "one folder")
			if err != nil {
				return err
			}
			painter := display.NewPainter()
			for _, height := range []int{display.Height, display.LowHeight} {
				folder := filepath.Join(folders[0], fmt.Sprintf("%dx%d", display.Width, height))
				if err := os.MkdirAll(folder, 0o755); err != nil {
					return err
				}
				for _, l := range display.Languages() {
					for _, s := range display.Scenes(l, height) {
						path := filepath.Join(folder, fmt.Sprintf("%s.%v.png", s.Name, l))
						if err := writePicture(painter, path, height, s.Scene); err != nil {
							return err
						}
					}
				}
			}
			return nil
		},
	}
}

func soundsCommand() command {
	return command{
		name: "sounds", args: "[--folder DIR] DIR",
		about: "write every cue as a WAV file, to listen to or to replace",
		details: `
  --folder DIR  recordings that replace the cues of their names, as in the configuration`,
		example: "arbitre sounds /tmp/cues",
		run: func(w world, args []string) error {
			set := flag.NewFlagSet("sounds", flag.ContinueOnError)
			folder := set.String("folder", "", "")
			folders, err := flags(set, args, 1, "one folder")
			if err != nil {
				return err
			}
			if err := os.MkdirAll(folders[0], 0o755); err != nil {
				return err
			}
			cues, err := loadSounds(*folder)
			if err != nil {
				return badInput{err}
			}
			return cues.WriteWAVs(folders[0])
		},
	}
}

// loadSounds is the synthesised sounds, and the recordings in a folder if one is named.
func loadSounds(folder string) (*sounds.Set, error) {
	if folder == "" {
		return &sounds.Set{}, nil
	}
	return sounds.Load(folder)
}
