package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
)

// files checks that a file can be stored and deleted.
func files(ctx context.Context, location string) Check {
	const name = "files"
	if !blob.ValidURL(location) {
		return Check{
			name, Failure, config.FilesURL + " can't be used.",
			"Set it to file://path or s3://bucket?region=name; the credentials of a bucket belong in the environment: " +
				"AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
		}
	}
	if folder, ok := strings.CutPrefix(location, "file://"); ok {
		if err := writable(folder); err != nil {
			found := fmt.Sprintf("The folder %s can't be written: %v.", folder, err)
			return Check{name, Failure, found, doFolder(folder, config.FilesURL)}
		}
		return Check{Name: name, Status: OK, Found: "The folder " + folder + " can be written."}
	}
	ctx, cancel := limited(ctx)
	defer cancel()
	bucket, _, _ := strings.Cut(strings.TrimPrefix(location, "s3://"), "?")
	if err := store(ctx, location); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return Check{
			name, Failure, "The bucket " + bucket + ": " + sentence(err),
			"Check bucket, region and endpoint in " + config.FilesURL + ", and the credentials of the AWS environment: they must allow to " +
				"put, get and delete objects.",
		}
	}
	return Check{Name: name, Status: OK, Found: "Objects can be stored in the bucket " + bucket + " and deleted."}
}

// store stores a blob and deletes it.
func store(ctx context.Context, location string) (err error) {
	bucket, err := blob.Open(location)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bucket.Close()) }()
	key := "doctor/" + uuid.NewString()
	if _, err := bucket.Put(ctx, key, strings.NewReader("firmhub doctor")); err != nil {
		return err
	}
	return bucket.Delete(ctx, key)
}

// writable returns nil if files can be created in the folder, or in the nearest existing folder
// above it: firmhub creates the others.
func writable(folder string) error {
	for {
		_, err := os.Stat(folder)
		if err == nil {
			break
		}
		parent := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || parent == folder {
			return err
		}
		folder = parent
	}
	file, err := os.CreateTemp(folder, ".firmhub-doctor-*")
	if err != nil {
		return plainPath(err)
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// plainPath returns the reason of a file system error without the path, which contains a random
// name.
func plainPath(err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return failed.Err
	}
	return err
}

// doFolder returns advice about a folder named by a setting.
func doFolder(folder, setting string) string {
	return fmt.Sprintf("Give the folder %s to the account that runs firmhub (chown), or name another one in %s or %s.",
		folder, config.DataDir, setting)
}
