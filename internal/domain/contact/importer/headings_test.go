package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// small are files of a few rows with the contacts that they have, and what is rejected or left out
// of them.
type small []struct {
	rows     string
	contacts []string
	faults   []string
}

func (files small) test(t *testing.T) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, file := range files {
			b := setup(t, d)
			done := b.run(t, strings.ReplaceAll(file.rows, "|", "\n"), importer.Input{DefaultPhoneCC: "+55"})
			require.Equal(t, file.contacts, b.contacts(t), "%s: %s", file.rows, done.Error)
			require.Equal(t, append([]string{}, file.faults...), b.rejects(t, done.ID), file.rows)
			b.stop()
		}
	})
}

func TestImport_Headings(t *testing.T) {
	t.Parallel()
	small{
		{rows: "First;Last;Contact No.|Ana;Lima;11 98765-4321", contacts: []string{"Ana Lima +5511987654321*/0"}},
		{rows: "Given;Last;Whats|Ana;Lima;11 98765-4321", contacts: []string{"Ana Lima +5511987654321*/0"}},
		{
			rows:     "Nombre;Primer apellido;Segundo apellido;Teléfono fijo;Fijo;Grupo|Ana;Lima;Gil;+34912345678;+34912345679;vip",
			contacts: []string{"Ana Lima +34912345678*/0 +34912345679/0 #vip"},
		},
		{
			rows: "Prénom;Nom;Tél. fixe;N° de téléphone;Portable pro;Courriel pro;Groupe|" +
				"Zoé;Roy;+33142685300;+33142685301;+33612345678;z@example.fr;vip",
			contacts: []string{"Zoé Roy +33142685300*/0 +33142685301/0 +33612345678/2 z@example.fr*/2 #vip"},
		},
		{
			rows:     "Nominativo;N. telefono;Recapito telefonico|Zoe Rossi;+390212345678;+393471234567", //nolint:misspell // Italian
			contacts: []string{"Zoe Rossi +390212345678*/0 +393471234567/0"},
		},
		{
			rows:     "Nachname, Vorname;Mobilnr.;Staat;Geschl.|Müller Jörg;+491711234567;Österreich;D",
			contacts: []string{"Jörg Müller Other +491711234567*/1 [, , Österreich]"},
		},
		{
			rows:     "First Name,Email,Additional email addresses|Ana,a@example.com,b@example.com;c@example.com",
			contacts: []string{"Ana  a@example.com*/0 b@example.com/0 c@example.com/0"},
		},
	}.test(t)
}

// A heading that names mobiles is their type, unless the row has another one.
func TestImport_Mobiles(t *testing.T) {
	t.Parallel()
	small{
		{rows: "Name;Mobile Phone|Ana;11 98765-4321", contacts: []string{"Ana  +5511987654321*/1"}},
		{rows: "Name;Mobiltelefon;Telefon|Ana;+491711234567;+4930901820", contacts: []string{"Ana  +491711234567*/1 +4930901820/0"}},
		{rows: "Nom;Tél. mobile|Ana;+33612345678", contacts: []string{"Ana  +33612345678*/1"}},
		{rows: "Nombre;Móvil;Móvil 2|Ana;+34612345678;+34612345679", contacts: []string{"Ana  +34612345678*/1 +34612345679/1"}},
		{rows: "Nome;Celular;phoneType|Ana;11 98765-4321;work", contacts: []string{"Ana  +5511987654321*/2"}},
	}.test(t)
}

// A letter counts where it means one gender.
func TestImport_GenderLetters(t *testing.T) {
	t.Parallel()
	small{
		{rows: "Nombre;Sexo|A;H|B;M|C;F|D;D", contacts: []string{"A  Male", "B ", "C  Female", "D "}},
		{rows: "Nombre;Género|A;H|B;M|C;Mujer", contacts: []string{"A  Male", "B ", "C  Female"}},
		{rows: "Name;Gênero|A;M|B;F", contacts: []string{"A  Male", "B  Female"}},
		{rows: "Nome;Sexo|A;M|B;F", contacts: []string{"A  Male", "B  Female"}},
		{rows: "Name;Sexe|A;H|B;M|C;F", contacts: []string{"A  Male", "B  Male", "C  Female"}},
		{rows: "Name;Gender|A;M|B;D|C;U|D;O", contacts: []string{"A  Male", "B ", "C ", "D  Other"}},
		{rows: "Name;Geschlecht|A;M|B;W|C;D|D;U", contacts: []string{"A  Male", "B  Female", "C  Other", "D "}},
		{rows: "Nome;Sesso|A;M|B;U|C;D|D;F", contacts: []string{"A  Male", "B  Male", "C  Female", "D  Female"}},
	}.test(t)
}

func TestImport_Salutations(t *testing.T) {
	t.Parallel()
	small{
		{rows: "Anrede;Name;Geschlecht|Herr;A;weiblich|Frau;B;", contacts: []string{"A  Female", "B "}},
		{rows: "Name;Geschlecht;Anrede|A;weiblich;Herr", contacts: []string{"A  Female"}},
		{rows: "Anrede;Name|Herr;A|Frau;B|Firma;C", contacts: []string{"A  Male", "B  Female", "C "}},
		{rows: "Civilité;Nom|M.;A|Mme;B|Mlle;C", contacts: []string{"A  Male", "B  Female", "C  Female"}},
		{
			rows: "Salutation;Name|Mr;A|Mrs.;B|Ms;C|Sr.;D|Sra;E|Sig.;F|Sig.ra;G",
			contacts: []string{
				"A  Male", "B  Female", "C  Female", "D  Male", "E  Female", "F  Male", "G  Female",
			},
		},
	}.test(t)
}

// The column of the country code is for phones that do not have theirs.
func TestImport_CountryCodes(t *testing.T) {
	t.Parallel()
	small{
		{
			rows: "Name;Phone;Country code|A;+34 612 345 678;+52|B;0034 612 345 679;x|C;612 345 670;es|D;(415) 555-2671;US|E;11 98765-4321;|F;30 901820;DE",
			contacts: []string{
				"A  +34612345678*/0", "B  +34612345679*/0", "C  +34612345670*/0", "D  +14155552671*/0", "E  +5511987654321*/0", "F  +4930901820*/0",
			},
		},
	}.test(t)
}

func TestImport_FullNames(t *testing.T) {
	t.Parallel()
	small{
		{rows: `Nom et prénom|Roy Zoé Marie|Roy|"Le Roy, Zoé"`, contacts: []string{"Zoé Marie Roy", "Roy ", "Zoé Le Roy"}},
		{rows: "Nom Prénom|Roy Zoé", contacts: []string{"Zoé Roy"}},
		{rows: "Cognome e nome|Rossi Zoe", contacts: []string{"Zoe Rossi"}},
		{rows: `"Last, First"|"Doe, John"`, contacts: []string{"John Doe"}},
		{rows: `Name|"Doe, John"|"John Doe, Jr."|"Doe, John, Jr."|"Rahman, Md"|"Doe,"`, contacts: []string{
			"John Doe", "John Doe, Jr.", "John, Jr. Doe", "Md Rahman", "Doe, ",
		}},
		{
			rows:     `First Name;Full Name|Ann;Ann Marie Smith|Ann;Smith Ann|Ann;"Smith, Ann Marie"|ÁNN;Ann|Ann Marie;Ann Marie de la Cruz`,
			contacts: []string{"Ann Marie Smith", "Ann Smith", "Ann Marie Smith", "ÁNN ", "Ann Marie de la Cruz"},
		},
		{
			rows:     "First Name;Full Name|Bob;Robert Smith",
			contacts: []string{"Bob "},
			faults:   []string{"2 Bob,Robert Smith: must begin or end with the first name of the row"},
		},
		{rows: "Prénom;Nom et prénom|Zoé;Le Roy Zoé|Zoé;Roy Zoé Marie", contacts: []string{"Zoé Le Roy", "Zoé Marie Roy"}},
		{
			rows:     "Name;Surname|Ana Maria;Lima|Bo Li;Li|Lima;Lima|Eva De Rossi;De Rossi",
			contacts: []string{"Ana Maria Lima", "Bo Li", " Lima", "Eva De Rossi"},
		},
	}.test(t)
}
