package importer_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/charmap"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// localized are exports with the headings that the programs write in other languages, with the
// country calling code of their phones, the contacts that they have and the headings of those
// columns with text that contacts have no field for.
var localized = map[string]struct {
	phoneCC  string
	contacts []string
	lost     string
}{
	"google-de": {
		phoneCC: "+49",
		contacts: []string{
			"Jörg Müller +491711234567*/1 +492211234567/2 j@example.de*/1 #Kunde [2: Hauptstraße 1, , , Köln, NRW, 50667, Deutschland]",
		},
	},
	"google-es": {
		phoneCC:  "+34",
		contacts: []string{"José Peña Gil +34612345678*/1 j@example.es*/2 #Feria [1: Calle Mayor 1, , , Madrid, Madrid, 28013, España]"},
	},
	"google-fr": {
		phoneCC:  "+33",
		contacts: []string{"Zoé Dupont +33612345678*/1 z@example.fr*/2 #Presse [1: 12 rue de la Paix, , , Paris, Île-de-France, 75002, France]"},
	},
	"google-it": {
		phoneCC:  "+39",
		contacts: []string{"Zoè De Rossi +393471234567*/1 z@example.it*/2 #Fiera [1: Via Roma 1, , , Milano, MI, 20121, Italia]"},
	},
	"google-pt": {
		phoneCC:  "+55",
		contacts: []string{"João da Silva +5511987654321*/1 j@example.com.br*/2 #Feira [1: Rua Augusta 100, , , São Paulo, SP, 01305-000, Brasil]"},
	},
	"hubspot-de": {
		phoneCC: "+49",
		contacts: []string{
			"Jörg Müller +492211234567*/0 +491711234567/1 j@example.de*/0 " +
				"[0: Hauptstraße 1, , , Köln, Nordrhein-Westfalen, 50667, Deutschland]",
			"  k@example.de*/0",
		},
		lost: "Datensatz-ID, Zuständiger Mitarbeiter, Lead-Status, Erstellungsdatum",
	},
	"hubspot-es": {
		phoneCC: "+34",
		contacts: []string{
			"José Peña Gil +34912345678*/0 +34612345678/1 j@example.es*/0 " +
				"[0: Calle Mayor 1, , , Madrid, Comunidad de Madrid, 28013, España]",
			"  k@example.es*/0",
		},
		lost: "ID de registro, Propietario del contacto, Estado del lead, Fecha de creación",
	},
	"hubspot-fr": {
		phoneCC: "+33",
		contacts: []string{
			"Zoé Dupont +33142685300*/0 +33612345678/1 z@example.fr*/0 " +
				"[0: 12 rue de la Paix, , , Paris, Île-de-France, 75002, France]",
			"  k@example.fr*/0",
		},
		lost: "ID de fiche d'informations, Propriétaire du contact, Statut du lead, Date de création",
	},
	"hubspot-it": {
		phoneCC: "+39",
		contacts: []string{
			"Zoè De Rossi +39021234567*/0 +393471234567/1 z@example.it*/0 " +
				"[0: Via Roma 1, , , Milano, Lombardia, 20121, Italia]",
			"  k@example.it*/0",
		},
		lost: "ID record, Proprietario del contatto, Stato del lead, Data di creazione",
	},
	"hubspot-pt": {
		phoneCC: "+55",
		contacts: []string{
			"João da Silva +551131234567*/0 +5511987654321/1 j@example.com.br*/0 " +
				"[0: Rua Augusta 100, , , São Paulo, SP, 01305-000, Brasil]",
			"  k@example.com.br*/0",
		},
		lost: "ID do registro, Proprietário do contato, Status do lead, Data de criação",
	},
	"outlook-de": {
		phoneCC: "+49",
		contacts: []string{
			"Jörg Müller Male +492211234567*/2 +492211234568/2 +49228765432/3 +491711234567/1 a@example.de*/0 b@example.de/0 #Kunde #VIP " +
				"[2: Hauptstraße 1, Gebäude B, 3. Stock, Köln, NRW, 50667, Deutschland] " +
				"[1: Amselweg 7, , , Bonn, NRW, 53111, Deutschland] " +
				"[0: Seestraße 2, , , Lindau, Bayern, 88131, Deutschland]",
			"Jörg  +492211234565*/0",
		},
		lost: "Firma, E-Mail: Angezeigter Name, Notizen, Priorität, Privat, Vertraulichkeit",
	},
	"outlook-es": {
		phoneCC: "+34",
		contacts: []string{
			"José Peña Gil Male +34912345678*/2 +34912345679/2 +34920123456/3 +34612345678/1 a@example.es*/0 b@example.es/0 #Cliente #Feria " +
				"[2: Calle Mayor 1, Edificio B, Planta 4, Madrid, Madrid, 28013, España] " +
				"[1: Avenida del Sol 5, , , Ávila, Ávila, 05001, España] " +
				"[0: Paseo Marítimo 9, , , Cádiz, Cádiz, 11001, España]",
			"José  +34912345675*/0",
		},
		lost: "Organización, Nombre de pantalla de correo electrónico, Notes, Prioridad, Privado, Confidencialidad",
	},
	"outlook-fr": {
		phoneCC: "+33",
		contacts: []string{
			"Zoé Dupont Female +33142685300*/2 +33142685301/2 +33472123456/3 +33612345678/1 a@example.fr*/0 b@example.fr/0 #Client #Presse " +
				"[2: 12 rue de la Paix, Bâtiment C, 2e étage, Paris, Île-de-France, 75002, France] " +
				"[1: 3 allée des Chênes, , , Lyon, Rhône, 69003, France] " +
				"[0: Chemin du Lac, , , Annecy, Haute-Savoie, 74000, France]",
			"Zoé  +33142685305*/0",
		},
		lost: "Société, Nom complet de l'adresse de messagerie, Notes, Priorité, Privé, Critère de diffusion",
	},
	"outlook-it": {
		phoneCC: "+39",
		contacts: []string{
			"Zoè De Rossi Female +39021234567*/2 +39021234568/2 +39035123456/3 +393471234567/1 a@example.it*/0 b@example.it/0 #Cliente #Fiera " +
				"[2: Via Roma 1, Palazzo B, Interno 4, Milano, MI, 20121, Italia] " +
				"[1: Via delle Rose 5, , , Bergamo, BG, 24121, Italia] " +
				"[0: Viale Mare 9, , , Forlì, FC, 47121, Italia]",
			"Zoè  +39021234565*/0",
		},
		lost: "Società, Nome visualizzato posta elettronica, Notes, Priorità, Privato, Riservatezza",
	},
	"outlook-pt-BR": {
		phoneCC: "+55",
		contacts: []string{
			"João da Silva Male +551131234567*/2 +551131234568/2 +552121234567/3 +5511987654321/1 a@example.com.br*/0 b@example.com.br/0 #Cliente #Feira " +
				"[2: Rua Augusta 100, Conjunto 42, Consolação, São Paulo, SP, 01305-000, Brasil] " +
				"[1: Rua das Flores 7, , , Niterói, RJ, 24020-000, Brasil] " +
				"[0: Praia da Joaquina 3, , , Florianópolis, SC, 88062-000, Brasil]",
			"João  +551131234565*/0",
		},
		lost: "Empresa, Nome para exibição do email, Anotações, Prioridade, Particular, Sensibilidade",
	},
	"outlook-pt-PT": {
		phoneCC: "+351",
		contacts: []string{
			"Inês Conceição Female +351211234567*/2 +351211234568/2 +351266123456/3 +351912345678/1 a@example.pt*/0 b@example.pt/0 #Cliente #Feira " +
				"[2: Rua Augusta 100, Edifício B, 4.º andar, Lisboa, Lisboa, 1100-053, Portugal] " +
				"[1: Travessa do Carmo 7, , , Évora, Évora, 7000-101, Portugal] " +
				"[0: Avenida da Praia 3, , , Olhão, Faro, 8700-001, Portugal]",
			"Inês  +351211234565*/0",
		},
		lost: "Empresa, Nome a apresentar para o correio electrónico, Notas, Prioridade, Particular, Confidencialidade",
	},
}

// Exports of Google, Outlook and HubSpot arrive whole in each language: those of Outlook in
// Windows-1252, with all cells in quotation marks.
func TestImport_Localized(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.csv")
	require.NoError(t, err)
	require.Len(t, files, len(localized))
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".csv")
			read, err := os.ReadFile(file)
			require.NoError(t, err)
			text, want := string(read), localized[name]
			if strings.HasPrefix(name, "outlook") {
				text, err = charmap.Windows1252.NewEncoder().String(strings.ReplaceAll(text, "\n", "\r\n"))
				require.NoError(t, err)
			}
			b := setup(t, d)
			done := b.run(t, text, importer.Input{DefaultPhoneCC: want.phoneCC})
			require.Equal(t, want.contacts, b.whole(t), "%s: %s", name, done.Error)
			require.Empty(t, b.rejects(t, done.ID), name)
			require.Equal(t, want.lost, strings.Join(b.lost(t, string(read), done), ", "), name)
			b.stop()
		}
	})
}

// lost returns the ignored columns of an import in which the file has text.
func (b *bundle) lost(t *testing.T, file string, done *ent.ContactImport) (columns []string) {
	t.Helper()
	ignored := map[string]bool{}
	for _, column := range previewOf(t, b, done.ID).Ignored {
		ignored[column.Column] = true
	}
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	require.NoError(t, err)
	for i, name := range lines[0] {
		hasText := slices.ContainsFunc(lines[1:], func(line []string) bool { return line[i] != "" })
		if ignored[name] && hasText {
			columns = append(columns, name)
		}
	}
	return columns
}

// whole returns the contacts of the firm with everything that they have.
func (b *bundle) whole(t *testing.T) []string {
	t.Helper()
	ids := b.Client.Contact.Query().Order(ent.Asc("id")).IDsX(b.ctx)
	found, err := contact.Load(b.ctx, b.DB, ids, contact.Wait)
	require.NoError(t, err)
	lines := make([]string, len(ids))
	for i, id := range ids {
		c := found[id]
		addresses := c.Addresses
		c.Addresses = nil
		lines[i] = describe(c)
		for _, a := range addresses {
			lines[i] += fmt.Sprintf(" [%d: %s, %s, %s, %s, %s, %s, %s]", a.Type, a.Line1, a.Line2, a.Landmark, a.City, a.State, a.PinCode, a.Country)
		}
	}
	return lines
}
