//go:build ignore

package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"entgo.io/ent/entc/gen"
	"golang.org/x/tools/imports"
)

// omitted are the names of declarations that ent generates and nothing calls. Exceptions are in
// kept. A name is Type or Type.Method in package ent, and package.Name in others. It is a pattern
// of [path.Match]. Code that uses something omitted is omitted too: the methods of a type, the
// functions that have it in their signature, and statements.
var omitted = []string{
	// Builders of changes; kept names the entities that are changed by ent.
	"*Update", "*UpdateOne", "*Delete", "*DeleteOne", "*CreateBulk", "*GroupBy", "*Client.MapCreateBulk",
	// Variants of methods.
	"*Create.SetNillable*", "*Update.SetNillable*", "*UpdateOne.SetNillable*", "*.Mutation", "*UpdateOne.Select",
	"*Query.FirstX", "*Query.FirstIDX", "*Query.OnlyIDX", "*Query.IDsX", "*Query.Aggregate", "*Select.Aggregate", "*.Unwrap",
	// Edges. The program sets the column of an edge, inserts its rows, and queries it by
	// predicates.
	"*Create.Add*", "*.Query?*", "*Query.With*", "*Query.load*", "*Edges.*OrErr",
	// Predicates and orders. The comparisons of texts are in omittedOf.
	"[a-z]*.*NEQ", "[a-z]*.*NotIn", "[a-z]*.*EqualFold", "[a-z]*.*Contains", "[a-z]*.*ContainsFold", "[a-z]*.*HasPrefix",
	"[a-z]*.*HasSuffix", "[a-z]*.Not", "[a-z]*.By?*",
	// Hooks and interceptors of one entity.
	"hook.*", "intercept.Traverse*", "intercept.*Func",
	// Other functions of the client.
	"Client.Debug", "Debug", "Log", "Open",
}

// kept are the names to which omitted does not apply. When a method is missing, add it here and run
// make generate.
var kept = slices.Concat(
	builders("Update", "BlobCleanup", "Channel", "Contact", "ContactImport", "ContactImportChange", "ContactTag", "Firm",
		"MailToken", "MessageCount", "PolicyVersion", "PricingPrice", "RefreshToken", "Role", "RoleProperty", "Session", "User"),
	builders("UpdateOne", "APIClient", "BlobCleanup", "Channel", "Contact", "ContactImport", "Firm", "FirmName", "MailToken", "Membership",
		"NotificationInbox", "NotificationState", "PolicyRule", "PricingPlan", "Role", "RoleProperty", "Session",
		"Tag", "User", "UserFirm"),
	builders("Delete", "APIClient", "APIClientPermission", "APIKey", "AuditEntry", "BlobCleanup", "Channel", "Contact",
		"ContactImportChange", "ContactPhone", "File", "Membership", "MessageCount", "NotificationState", "PolicyRule", "RefreshToken", "Role",
		"RolePermission", "RoleProperty", "Session", "SigningKey", "UserFirm"),
	builders("DeleteOne", "APIClient", "File", "Membership", "PolicyRule", "Role", "RolePermission", "RoleProperty"),
	builders("CreateBulk", "APIClient", "APIClientPermission", "ContactCount", "ContactEmail", "ContactPhone", "ContactTag",
		"Membership", "NotificationState", "PricingPrice", "RefreshToken", "RolePermission", "RoleProperty", "Session", "Tag", "User"),
	builders("GroupBy", "ContactPhone", "ContactTag", "Membership", "MessageCount"),
	[]string{
		// The methods of mutations that hooks call. Methods that builders call are kept anyway.
		"*Mutation.Client", "*Mutation.FirmID", "*Mutation.ID", "*Mutation.Op", "*Mutation.SetFirmID", "*Mutation.SetOp",
		"*Mutation.Type", "*Mutation.WhereP", "ContactMutation.SetDeletedAt", "FirmMutation.NameKey", "FirmMutation.IsSuperFirm",
		"APIClientMutation.KeyID", "APIClientMutation.IDs", "MembershipMutation.UserID", "MembershipMutation.IDs",
		"PolicyRuleMutation.Fields", "RolePropertyMutation.Fields", "hook.FirmFunc*", "hook.APIClientFunc*", "hook.MembershipFunc*",
		"intercept.Func", "intercept.TraverseFunc",

		// Variants of methods.
		"APIClientCreate.SetNillable*", "ContactCreate.SetNillable*", "FileCreate.SetNillable*", "FirmCreate.SetNillable*",
		"FirmUpdateOne.SetNillable*", "GlobalAuditEntryCreate.SetNillable*", "NotificationCreate.SetNillable*",
		"PolicyRuleCreate.SetNillable*", "PolicyRuleUpdateOne.SetNillable*",
		"RoleCreate.SetNillable*", "RoleUpdateOne.SetNillable*", "UserUpdateOne.SetNillable*",
		"FirmUpdateOne.Mutation", "FirmMutation.*Fields", "APIClientUpdateOne.Mutation", "APIClientMutation.*Fields",
		"ConstraintError.Unwrap", "ValidationError.Unwrap",

		// Edges.
		"ContactClient.Query?*", "ContactQuery.Query?*", "ContactTagQuery.QueryContact", "TagQuery.Query?*",
		"APIClient.QueryProperties", "APIClientClient.QueryProperties",
		"ContactEdges.*OrErr", "RoleEdges.PropertiesOrErr", "APIClientEdges.PropertiesOrErr",

		// Predicates and orders.
		"*.ByID", "*.IDNEQ", "membership.InvitationHashNEQ", "user.PasswordHashNEQ", "membership.StatusNEQ", "messagecount.KindNEQ", "messagecount.KeyGT",
		"firm.NameKeyContains", "policyrule.ByCreatedAt", "pricingplan.ByNameKey", "role.ByNameKey", "tag.ByName",

		// Called by tests.
		"APIClientQuery.IDsX", "AuditEntryQuery.FirstX", "UserQuery.OnlyIDX", "ContactQuery.OnlyIDX", "ContactQuery.IDsX",
		"ContactImportQuery.IDsX", "ContactPhoneQuery.QueryContact", "apicall.ByBeganAt", "contact.ByCreatedAt",
		"contact.SearchContains", "contactimportchange.ByContactID", "tag.ByNameKey", "walletentry.ByNumber",
	},
	loads("APIClient", "Firm", "Properties"), loads("Contact", "Addresses", "Emails", "Firm", "Phones", "Tags"),
	loads("Membership", "Firm", "Role", "User"), loads("PricingPlan", "Prices"), loads("RefreshToken", "Session"),
	loads("Role", "Permissions", "Properties"), loads("Session", "User"), loads("Tag", "Contacts", "ContactTags"), loads("User", "Memberships"),
)

// builders returns the names of a kind of builder.
func builders(kind string, entities ...string) []string {
	names := make([]string, len(entities))
	for i, entity := range entities {
		names[i] = entity + kind
	}
	return names
}

// loads returns the names of the methods that load edges of an entity with it.
func loads(entity string, edges ...string) []string {
	var names []string
	for _, edge := range edges {
		names = append(names, entity+"Query.With"+edge, entity+"Query.load"+edge)
	}
	return names
}

// omittedOf returns the names that are omitted because of the types of fields and edges.
func omittedOf(entities []*gen.Type) []string {
	var names []string
	for _, entity := range entities {
		for _, field := range entity.Fields {
			if field.IsString() {
				for _, comparison := range []string{"EQ", "GT", "GTE", "LT", "LTE"} {
					names = append(names, entity.Package()+"."+field.StructField()+comparison)
				}
			}
		}
		for _, edge := range entity.EdgesWithID() {
			for _, kind := range []string{"Create", "Update", "UpdateOne"} {
				names = append(names, entity.Name+kind+".Set"+edge.StructField(), entity.Name+kind+"."+edge.MutationClear())
			}
			if !edge.OwnFK() { // the rows of the other entity have the column
				names = append(names, entity.MutationName()+"."+edge.StructField()+"IDs")
			}
		}
	}
	return names
}

// file is a generated file.
type file struct {
	path    string
	source  []byte
	set     *token.FileSet
	syntax  *ast.File
	removed []ast.Node
}

// pruner removes the omitted declarations from generated files.
type pruner struct {
	patterns []string
	types    map[string]bool     // the omitted types of package ent
	called   map[string]bool     // methods that something calls, of mutations among others
	calls    map[string][]string // the methods that a method of a mutation calls
}

// prune removes the omitted declarations from the generated code of entities.
func prune(entities []*gen.Type) error {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		return err
	}
	paths = append(paths, "hook/hook.go", "intercept/intercept.go")
	for _, entity := range entities {
		folder := entity.PackageDir()
		paths = append(paths, filepath.Join(folder, "where.go"), filepath.Join(folder, folder+".go"))
	}
	var files []*file
	for _, path := range paths {
		f := &file{path: path, set: token.NewFileSet()}
		if f.source, err = os.ReadFile(path); err != nil {
			return err
		}
		if !bytes.HasPrefix(f.source, []byte("// Code generated by ent")) {
			continue
		}
		if f.syntax, err = parser.ParseFile(f.set, path, f.source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
		files = append(files, f)
	}
	p := pruner{append(omittedOf(entities), omitted...), map[string]bool{}, map[string]bool{}, map[string][]string{}}
	for _, f := range files {
		p.removeTypes(f)
	}
	for _, f := range files {
		p.removeFunctions(f)
	}
	p.addCallees()
	for _, f := range files {
		p.removeUncalled(f)
	}
	for _, f := range files {
		if err := f.write(); err != nil {
			return err
		}
	}
	return nil
}

// omits reports whether the patterns omit a name. Methods of mutations have names of fields, so
// that no pattern applies to them.
func (p *pruner) omits(name string) bool {
	if receiver, _, ok := strings.Cut(name, "."); ok && isMutation(receiver) {
		return slices.Contains(p.patterns, name)
	}
	return matches(p.patterns, name) && !matches(kept, name)
}

func matches(patterns []string, name string) bool {
	parts := func(s string) string { return strings.ReplaceAll(s, ".", "/") }
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(parts(pattern), parts(name))
		return ok || err != nil
	})
}

func (p *pruner) removeTypes(f *file) {
	for _, declaration := range f.syntax.Decls {
		d, ok := declaration.(*ast.GenDecl)
		if !ok || d.Tok != token.TYPE || len(d.Specs) != 1 {
			continue
		}
		if name := f.name(d.Specs[0].(*ast.TypeSpec).Name.Name); p.omits(name) {
			p.types[name] = true
			f.removed = append(f.removed, d)
		}
	}
}

func (p *pruner) removeFunctions(f *file) {
	for _, declaration := range f.syntax.Decls {
		d, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		receiver, variable := receiverOf(d)
		name := f.name(receiver, d.Name.Name)
		switch {
		case p.omits(name) || p.types[f.name(receiver)] || p.uses(d.Type, "", ""):
			f.removed = append(f.removed, d)
		case isMutation(receiver):
			p.calls[name] = append([]string{}, called(d.Body, receiver, variable)...)
			p.called[name] = p.called[name] || matches(kept, name)
		default:
			p.removeStatements(f, d.Body, receiver, variable)
		}
	}
}

// removeStatements removes the statements of a block, and the cases of a switch, that use something
// omitted. The methods of rows keep theirs: they use fields, which may be named like methods.
func (p *pruner) removeStatements(f *file, block *ast.BlockStmt, receiver, variable string) {
	for _, statement := range block.List {
		if variable == "_m" || !p.uses(statement, receiver, variable) {
			for _, name := range called(statement, receiver, variable) {
				p.called[name] = true
			}
			continue
		}
		switch s := statement.(type) {
		case *ast.SwitchStmt:
			p.removeStatements(f, s.Body, receiver, variable)
		case *ast.TypeSwitchStmt:
			p.removeStatements(f, s.Body, receiver, variable)
		default:
			code := f.source[f.set.Position(statement.Pos()).Offset:f.set.Position(statement.End()).Offset]
			if bytes.Contains(code, []byte("_spec.SetField(")) {
				log.Fatalf("%s: a field would not be stored:\n%s", f.path, code)
			}
			f.removed = append(f.removed, statement)
		}
	}
}

// removeUncalled removes the methods of mutations that nothing calls.
func (p *pruner) removeUncalled(f *file) {
	for _, declaration := range f.syntax.Decls {
		if d, ok := declaration.(*ast.FuncDecl); ok {
			receiver, _ := receiverOf(d)
			if name := receiver + "." + d.Name.Name; isMutation(receiver) && p.calls[name] != nil && !p.called[name] {
				f.removed = append(f.removed, d)
			}
		}
	}
}

// addCallees adds the methods that the called methods of mutations call.
func (p *pruner) addCallees() {
	todo := slices.Collect(maps.Keys(p.called))
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		for _, next := range p.calls[name] {
			if p.called[name] && !p.called[next] {
				p.called[next] = true
				todo = append(todo, next)
			}
		}
	}
}

// uses reports whether code uses a type that is omitted, or a method of the receiver or of its
// mutation.
func (p *pruner) uses(code ast.Node, receiver, variable string) bool {
	uses := slices.ContainsFunc(called(code, receiver, variable), p.omits)
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, func(n ast.Node) bool {
				of, ok := n.(*ast.Ident)
				uses = uses || ok && p.types[of.Name]
				return true
			})
			return false
		case *ast.Ident:
			uses = uses || p.types[n.Name]
		}
		return true
	})
	return uses
}

// called returns the methods of the receiver and of its mutation that code uses.
func called(code ast.Node, receiver, variable string) []string {
	var names []string
	ast.Inspect(code, func(n ast.Node) bool {
		method, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch of := method.X.(type) {
		case *ast.Ident:
			if variable != "" && of.Name == variable {
				names = append(names, receiver+"."+method.Sel.Name)
			}
		case *ast.SelectorExpr:
			if of.Sel.Name == "mutation" {
				names = append(names, entityOf(receiver)+"Mutation."+method.Sel.Name)
			}
		}
		return true
	})
	return names
}

func isMutation(receiver string) bool { return strings.HasSuffix(receiver, "Mutation") }

// entityOf returns the entity of a builder.
func entityOf(builder string) string {
	for _, kind := range []string{"CreateBulk", "UpdateOne", "DeleteOne", "Create", "Update", "Delete"} {
		if entity, ok := strings.CutSuffix(builder, kind); ok {
			return entity
		}
	}
	return builder
}

// receiverOf returns the type and the variable of the receiver of a method.
func receiverOf(d *ast.FuncDecl) (receiver, variable string) {
	if d.Recv == nil {
		return "", ""
	}
	field := d.Recv.List[0]
	if len(field.Names) > 0 {
		variable = field.Names[0].Name
	}
	of := field.Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	if generic, ok := of.(*ast.IndexListExpr); ok {
		of = generic.X
	}
	return of.(*ast.Ident).Name, variable
}

// name joins the parts of a name. The name of the package comes first, unless it is ent.
func (f *file) name(parts ...string) string {
	if name := f.syntax.Name.Name; name != "ent" {
		parts = append([]string{name}, parts...)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ".")
}

// write writes the file without the removed code, and without the imports that only that code used.
func (f *file) write() error {
	if len(f.removed) == 0 {
		return nil
	}
	slices.SortFunc(f.removed, func(a, b ast.Node) int { return int(a.Pos() - b.Pos()) })
	var remains bytes.Buffer
	end := 0
	for _, node := range f.removed {
		begin := node.Pos()
		switch d := node.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				begin = d.Doc.Pos()
			}
		case *ast.GenDecl:
			if d.Doc != nil {
				begin = d.Doc.Pos()
			}
		}
		remains.Write(f.source[end:f.set.Position(begin).Offset])
		end = f.set.Position(node.End()).Offset
	}
	remains.Write(f.source[end:])
	source, err := imports.Process(f.path, remains.Bytes(), nil)
	if err != nil {
		return err
	}
	return os.WriteFile(f.path, source, 0o644)
}
