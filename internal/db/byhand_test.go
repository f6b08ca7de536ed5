package db_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// SQL by hand goes by a scope: InFirm, AcrossFirms or Shared. What runs it past them is for this
// package, and for the folders that are named here, each with its reason.
func TestByHand(t *testing.T) {
	t.Parallel()
	allowed := []string{
		"bench/",                   // measures what others would send
		"internal/db/",             // the driver, migrations and what tests need
		"internal/domain/contact/", // its own statements name the firm, but are not moved yet; the importer's are
	}
	refused := map[string]bool{
		"Exec": true, "Query": true, "Row": true, "Later": true, "Look": true, "Along": true,
		"Copy": true, "CopyLarge": true, "Upsert": true, "InsertOnConflict": true,
	}
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if name == "ent" || entry.Name() == "node_modules" || strings.HasPrefix(entry.Name(), ".") && name != "." {
				return fs.SkipDir
			}
			return nil
		}
		isAllowed := slices.ContainsFunc(allowed, func(folder string) bool { return strings.HasPrefix(name, folder) }) &&
			!strings.HasPrefix(name, "internal/domain/contact/importer/")
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || isAllowed {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), `firmhub/internal/db"`) {
			return err
		}
		files++
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if selected, ok := n.(*ast.SelectorExpr); ok && isNamed(selected.X, "db") && (selected.Sel.Name == "Select" || selected.Sel.Name == "Lookup") {
				t.Errorf("%s: db.%s runs SQL past db.InFirm", set.Position(n.Pos()), selected.Sel.Name)
			}
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 { // Exec(ctx) is ent's.
				return true
			}
			if called, ok := call.Fun.(*ast.SelectorExpr); ok && refused[called.Sel.Name] && isContext(call.Args[0]) {
				t.Errorf("%s: %s runs SQL past db.InFirm", set.Position(n.Pos()), called.Sel.Name)
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, files, 100)
}

func isNamed(e ast.Expr, name string) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == name
}

// isContext reports whether an argument looks like a context: a scope takes none.
func isContext(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return strings.HasSuffix(strings.ToLower(e.Name), "ctx") || e.Name == "watched" || e.Name == "across"
	case *ast.CallExpr:
		called, ok := e.Fun.(*ast.SelectorExpr)
		return ok && (isNamed(called.X, "context") || isNamed(called.X, "db") || isNamed(called.X, "rule") || isNamed(called.X, "viewer") ||
			called.Sel.Name == "Context")
	}
	return false
}
