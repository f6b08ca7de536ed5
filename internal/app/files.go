package app

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/rest"
)

// fileContent opens a file for the REST API.
func (a *App) fileContent(ctx context.Context, variables map[string]any) (*rest.File, error) {
	id, err := uuid.Parse(fmt.Sprint(variables["id"]))
	if err != nil {
		return nil, fmt.Errorf("app: the id of a file: %w", err)
	}
	found, content, err := a.Files.Content(ctx, id)
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: found.Name, ContentType: found.ContentType, ModTime: found.CreatedAt, Content: content}, nil
}

// messageMedia opens the file of a message for the REST API.
func (a *App) messageMedia(ctx context.Context, variables map[string]any) (*rest.File, error) {
	id, err := uuid.Parse(fmt.Sprint(variables["id"]))
	if err != nil {
		return nil, fmt.Errorf("app: the id of a message: %w", err)
	}
	found, content, err := a.media.Content(ctx, id)
	if err != nil {
		return nil, err
	}
	return &rest.File{Name: found.Name, ContentType: found.ContentType, ModTime: content.ModTime(), Content: content}, nil
}

// publicImage serves an image to everybody who has its URL. The content at a URL never changes.
func (a *App) publicImage(w http.ResponseWriter, r *http.Request) {
	image, contentType, err := a.Files.Image(r.Context(), r.PathValue("token"))
	if err != nil {
		rest.Refuse(w, r, err)
		return
	}
	defer func() { _ = image.Close() }() // it was only read
	header := w.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", "inline")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, "", image.ModTime(), image)
}
