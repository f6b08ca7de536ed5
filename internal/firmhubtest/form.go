package firmhubtest

import "fmt"

// UploadPath is where the REST API takes files.
const UploadPath = "/api/v1/file/upload"

// The forms of this package have this type, and this end.
const (
	FormType = "multipart/form-data; boundary=b"
	FormEnd  = "--b--\r\n"
)

// FormField returns a field of a form.
func FormField(name, value string) string {
	return fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=%q\r\n\r\n%s\r\n", name, value)
}

// FormFile returns a file of a form.
func FormFile(name, fileName, contentType, content string) string {
	return fmt.Sprintf("--b\r\nContent-Disposition: form-data; name=%q; filename=%q\r\nContent-Type: %s\r\n\r\n%s\r\n",
		name, fileName, contentType, content)
}

// UploadForm returns a file as the REST API takes it.
func UploadForm(fileName, contentType, content string) string {
	return FormFile("file", fileName, contentType, content) + FormEnd
}

// File is an uploaded file in a response.
type File struct {
	FileID, FileName, ContentType, CreatedAt string
	Size                                     int
	URL                                      *string
}
