package importer_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
)

// exports are small files as programs write them, with the contacts that they have.
var exports = map[string]struct {
	rows     []string
	contacts []string
}{
	"Google": {
		rows: []string{
			"First Name,Middle Name,Last Name,Organization Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value," +
				"Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Postal Code,Address 1 - Country",
			"Ana,,Souza,Acme,,* myContacts ::: Friends,* Home,ana@example.com,Mobile,+55 11 98765-4321,Home,\"Rua 1\nCentro\",Rio,20000-000,Brazil",
			"Bo,,,,,* myContacts,,,Work,+44 20 7946 0000,,,,,",
		},
		contacts: []string{
			"Ana Souza +5511987654321*/1 ana@example.com*/1 [Rua 1, Centro, Rio, Brazil] #Friends",
			"Bo  +442079460000*/2",
		},
	},
	"Google, as it was": {
		rows: []string{
			"Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value",
			"Ana Souza,Ana,,Souza,* myContacts,* Other,ana@example.com,Mobile,+55 11 98765-4321",
			"Bo Li,,,,* myContacts,,bo@example.com,,",
		},
		contacts: []string{"Ana Souza +5511987654321*/1 ana@example.com*/0", "Bo Li bo@example.com*/0"},
	},
	"Outlook": {
		rows: []string{
			"First Name,Middle Name,Last Name,Company,Business Street,Business City,Business Postal Code,Business Country/Region," +
				"Home Street,Home City,Business Phone,Home Phone,Mobile Phone,Categories,E-mail Address,E-mail Type,Gender",
			"Ana,,Souza,Acme,1 Main St,London,N1,UK,Rua 1,Rio,+44 20 7946 0000,,+55 11 98765-4321,Friends;VIP,ana@example.com,SMTP,Unspecified",
			"Bo,,Li,,,,,,2 High St,Bath,,+44 20 7946 0001,,,,,Male",
		},
		contacts: []string{
			"Ana Souza +442079460000*/2 +5511987654321/1 ana@example.com*/0 [1 Main St, London, UK] [Rua 1, Rio, ] #Friends #VIP",
			"Bo Li Male +442079460001*/3 [2 High St, Bath, ]",
		},
	},
	"Outlook, German": {
		rows: []string{
			"Vorname;Nachname;Firma;Straße geschäftlich;Ort geschäftlich;Postleitzahl geschäftlich;Land/Region geschäftlich;" +
				"Telefon geschäftlich;Telefon privat;Mobiltelefon;E-Mail-Adresse;Geschlecht;Kategorien",
			"Jörg;Müller;Acme;Hauptstr. 1;Köln;50667;Deutschland;+49 221 1234567;;+49 171 1234567;joerg@example.de;Männlich;Kunde",
		},
		contacts: []string{"Jörg Müller Male +492211234567*/2 +491711234567/1 joerg@example.de*/0 [Hauptstr. 1, Köln, Deutschland] #Kunde"},
	},
	"HubSpot": {
		rows: []string{
			"Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Street Address,City,State/Region,Postal Code,Country/Region,Lead Status",
			"101,Ana,Souza,ana@example.com,+44 20 7946 0000,+55 11 98765-4321,Rua 1,Rio,RJ,20000-000,Brazil,New",
			"102,,,bo@example.com,,,,,,,,",
		},
		contacts: []string{
			"Ana Souza +442079460000*/0 +5511987654321/1 ana@example.com*/0 [Rua 1, Rio, Brazil]",
			"  bo@example.com*/0",
		},
	},
	"Excel, English": {
		rows:     []string{"Full name,Phone,E-mail,Town,Post code", "Ana Maria Souza,+55 11 98765-4321,ana@example.com,Rio,20000", "Cher,,c@example.com,,"},
		contacts: []string{"Ana Maria Souza +5511987654321*/0 ana@example.com*/0 [, Rio, ]", "Cher  c@example.com*/0"},
	},
	"Excel, German": {
		rows:     []string{"Name;Vorname;Handy;E-Mail;Straße;PLZ;Ort;Land;Notiz", "Müller;Jörg;+49 171 1234567;j@example.de;Weg 1;50667;Köln;Deutschland;x"},
		contacts: []string{"Jörg Müller +491711234567*/1 j@example.de*/0 [Weg 1, Köln, Deutschland]"},
	},
	"Excel, French": {
		rows: []string{
			"Nom;Prénom;Courriel;Téléphone;Portable;Adresse;Code postal;Ville;Pays;Sexe",
			"Dupont;Zoé;zoe@example.fr;+33 1 42 68 53 00;+33 6 12 34 56 78;1 rue A;75001;Paris;France;Femme",
		},
		contacts: []string{"Zoé Dupont Female +33142685300*/0 +33612345678/1 zoe@example.fr*/0 [1 rue A, Paris, France]"},
	},
	"Excel, Italian": {
		rows: []string{
			"Nome;Cognome;E-mail;Cellulare;Indirizzo;CAP;Città;Paese", "Zoe;Rossi;zoe@example.it;+39 347 123 4567;Via A 1;00100;Roma;Italia",
		},
		contacts: []string{"Zoe Rossi +393471234567*/1 zoe@example.it*/0 [Via A 1, Roma, Italia]"},
	},
	"Excel, Spanish": {
		rows: []string{
			"Nombre;Apellidos;Correo electrónico;Teléfono;Móvil;Dirección;Código postal;Población;País",
			"José;Peña Gil;jose@example.es;+34 912 345 678;+34 612 345 678;Calle A;28001;Madrid;España",
		},
		contacts: []string{"José Peña Gil +34912345678*/0 +34612345678/1 jose@example.es*/0 [Calle A, Madrid, España]"},
	},
	"Excel, Portuguese": {
		rows: []string{
			"Nome;Sobrenome;Celular;Telefone;E-mail;Endereço;CEP;Cidade;País", "João;Silva;+55 11 98765-4321;;j@example.br;Rua 1;01000-000;São Paulo;Brasil",
		},
		contacts: []string{"João Silva +5511987654321*/1 j@example.br*/0 [Rua 1, São Paulo, Brasil]"},
	},
	"Excel, Portugal": {
		rows: []string{
			"Nome;Telemóvel;Morada;Código postal;Localidade;País", "João da Silva;+351 912 345 678;Rua 1;1000-001;Lisboa;Portugal",
		},
		contacts: []string{"João da Silva +351912345678*/1 [Rua 1, Lisboa, Portugal]"},
	},
}

func TestImport_Programs(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, file := range exports {
			b := setup(t, d)
			done := b.run(t, strings.Join(file.rows, "\n"), importer.Input{})
			require.Equal(t, file.contacts, b.contacts(t), "%s: %s", name, done.Error)
			require.Empty(t, b.rejects(t, done.ID), name)
			b.stop()
		}
	})
}
