package media

import (
	"mime"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

const (
	maxContentType = 100
	unknownType    = "application/octet-stream"
)

// extensions are those of the types that WhatsApp names, since the table of the operating system
// differs from one to the other.
var extensions = map[string]string{
	"image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "video/mp4": ".mp4", "video/3gpp": ".3gp",
	"audio/aac": ".aac", "audio/mp4": ".m4a", "audio/mpeg": ".mp3", "audio/amr": ".amr", "audio/ogg": ".ogg",
	"application/pdf": ".pdf", "text/plain": ".txt",
}

// nameOf returns the name of a file that arrived. Pictures and recordings have none, and are called
// after their type.
func nameOf(ref provider.MediaRef, contentType string) string {
	if ref.FileName != "" {
		return ref.FileName
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	name, _, _ := strings.Cut(kind, "/")
	if name == "application" || name == "" {
		name = "file"
	}
	return name + extensions[kind]
}
