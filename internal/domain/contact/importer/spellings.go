package importer

import (
	"maps"
	"slices"
	"strings"
)

// field is the content of a column: a part of contact.CreateInput.
type field string

// The fields. A row may have several phones, e-mails and tags.
const (
	fullName    field = "name"
	firstName   field = "firstName"
	lastName    field = "lastName"
	gender      field = "gender"
	isActive    field = "isActive"
	optIn       field = "optIn"
	profilePic  field = "profilePic"
	phone       field = "phone"
	phoneCC     field = "phoneCC"
	phoneType   field = "phoneType"
	email       field = "email"
	emailType   field = "emailType"
	addressType field = "addressType"
	line1       field = "line1"
	line2       field = "line2"
	landmark    field = "landmark"
	city        field = "city"
	state       field = "state"
	country     field = "country"
	pinCode     field = "pinCode"
	tag         field = "tags"
	// contactID is the id of the contact of a row, which the report of skipped cells contains.
	contactID field = "contactId"
)

// spellings are the names of columns in lists and in exports of Google, Outlook and HubSpot, in
// English, Portuguese, Spanish, French, Italian and German, as word returns them. Mobile and Phone
// are both phones: a file with both columns has two. Names that begin with address are from
// Google's export: Address 1 - City. The meaning of some names depends on the other columns; see
// personal.
var spellings = map[field]string{
	fullName: "name fullname displayname contactname customername clientname completename " +
		"nomecompleto nombrecompleto nombreyapellidos nombreyapellido nomeecognome nomecognome nomcomplet prenometnom prenomnom " +
		"nominativo " + //nolint:misspell // Italian
		lastFirstNames + " vollstandigername vollername namevollstandig kontaktname anzeigename",
	firstName: "firstname first givenname given forename fname nome primeironome nombre nombres primernombre " +
		"prenom prenoms primonome nomedibattesimo vorname vornamen rufname",
	lastName: "lastname last surname familyname secondname lname sobrenome apelido apelidos ultimonome apellido apellidos primerapellido " +
		"nom nomdefamille cognome nachname familienname zuname",
	gender:     "gender sex genero sexo genre sexe genere sesso geschlecht geschl " + salutations,
	isActive:   "isactive active ativo activo actif attivo aktiv",
	optIn:      "optin optedin marketingoptin marketingconsent",
	profilePic: "profilepic profilepicture picture photo avatar foto bild",
	phone: mobiles + " phone phones phonenumber phonenumbers phonevalue phoneno " +
		"telephone telephonenumber tel whatsapp whatsappnumber whatsappphone whatsappphonenumber " +
		"primaryphone mainphone carphone radiophone contactnumber contactno whats " +
		"telefone telefones numerodetelefone numerodotelefone " +
		"telefoneprincipal telefonedocarro radiofone radiotelefone fone " +
		"telefono telefonos numerodetelefono " +
		"telefonoprincipal telefonodelautomovil radiotelefono telefonofijo fijo " +
		"telephones numerodetelephone telephoneprincipal telephonevoiture radiotelephone " +
		"telephonefixe telfixe fixe ndetelephone nodetelephone " +
		"numeroditelefono telefonoprincipale telefonoauto ntelefono notelefono recapitotelefonico " +
		"haupttelefon autotelefon telefon telefonnummer telefonnr rufnummer",
	phoneCC: "phonecc countrycode callingcode phonecountrycode ddi indicatif indicatifpays prefisso prefissointernazionale " +
		"prefijo codigodepais codigodopais landesvorwahl landervorwahl",
	phoneType: "phonetype phonelabel",
	email: "email emails emailaddress emailaddresses additionalemailaddresses emailvalue mail mailaddress primaryemail " +
		"correo correos correoelectronico " +
		"direcciondecorreo direcciondecorreoelectronico direcciondelcorreoelectronico correoe enderecodeemail enderecoemail emaildocontato " +
		"correioeletronico correioelectronico enderecodecorreioeletronico enderecodecorreioelectronico " +
		"enderecodocorreioeletronico enderecodocorreioelectronico " +
		"courriel adressecourriel adresseemail adressemail adressedemessagerie adressedecourrier adresseelectronique adressedecourriel mel " +
		"indirizzoemail indirizzodiemail postaelettronica indirizzopostaelettronica indirizzodipostaelettronica indirizzomail " +
		"emailadresse mailadresse epost",
	emailType: "emailtype emaillabel emailtyp tipodeemail tipodecorreioelectronico tipodecorreioeletronico tipodecorreoelectronico " +
		"tipopostaelettronica typedemessagerie",
	addressType: "addresstype addresslabel",
	line1: "line1 addressline1 address1 address addressstreet street streetaddress street1 mailingaddress mailingstreet " +
		"endereco endereco1 morada rua logradouro direccion direccion1 direccionpostal calle domicilio adresse adresse1 rue adressepostale " +
		"indirizzo indirizzo1 via strasse strassehausnummer strasseundhausnummer strassenr strasseundnr anschrift",
	line2: "line2 addressline2 address2 addressextendedaddress street2 complemento complement complementdadresse complementadresse " +
		"extendedaddress erweiterteadresse adresseetendue indirizzoesteso direccionextendida direccionampliada " +
		"enderecoestendido enderecoexpandido " +
		"endereco2 direccion2 adresse2 indirizzo2 adresszusatz zusatz",
	landmark: "landmark pontodereferencia",
	city: "city addresscity town cidade localidade ciudad poblacion localidad municipio ville commune localite " +
		"citta comune localita stadt ort wohnort",
	state: "state addressregion province region stateregion stateprovince county estado estadoregiao provincia uf distrito " +
		"estadoregion estadooregion provinciaoestado departement depregion etat etatregion regione provinciaregione stato statoregione " +
		"bundesland kanton bundeslandkanton bundeslandregion bundeslandprovinz",
	country: "country addresscountry countryregion pais paisregiao paisouregiao paisregion paisoregion pays paysregion paysouregion " +
		"paese nazione paeseregione paeseareageografica land landregion staat",
	pinCode: "pincode addresspostalcode postcode postalcode zip zipcode zippostalcode cep codigopostal codpostal cp " +
		"codepostal cap codicepostale codicediavviamentopostale plz postleitzahl",
	tag: "tags tag labels label groups group groupmembership categories category " +
		"etiquetas etiqueta marcadores marcador categorias grupo grupos " +
		"etiquettes etiquette libelles libelle groupes groupe etichette etichetta gruppi categorie schlagworter schlagwort " +
		"gruppen gruppe kategorien kategorie",
	contactID: "contactid",
}

// mobiles are the names of columns with mobile phones.
const mobiles = "mobile mobilephone mobilenumber mobilephonenumber mobileno cell cellphone cellphonenumber iphone " +
	"telefonecelular telefonemovel celular telemovel numerodecelular numerodetelemovel " +
	"telefonomovil telefonocelular movil numerodetelefonomovil numerodemovil " +
	"telephoneportable telephonemobile telmobile telportable portable gsm " +
	"numerodetelephonemobile numerodetelephoneportable numerodemobile numerodeportable " +
	"cellulare telefonocellulare telefonino numeroditelefonocellulare numerodicellulare " +
	"mobiltelefonnummer handy handynummer handynr mobil mobiltelefon mobilnummer mobilnr mobilfunk mobilfunknummer"

// mobileKind is the type of phones in columns with these names.
var mobileKind = values(map[string]int{mobiles: 1})

// personal are the spellings with several meanings. They mean the first name if there is a last
// name, or the last name if there is a first name, and otherwise the full name: Vorname and Name,
// Prénom and Nom, Nome and Cognome.
var personal = map[string]struct{ part, beside field }{
	"name":    {lastName, firstName},
	"nom":     {lastName, firstName},
	"nome":    {firstName, lastName},
	"nombre":  {firstName, lastName},
	"nombres": {firstName, lastName},
}

// outlook are names that mean something else, or nothing, outside of the exports of Outlook. They
// are listed by the name of a street that only one of these exports has. In Italian and Spanish the
// names of some phones consist of their place alone. In Portuguese the state of the home does not
// name its address.
var outlook = map[string]map[string]place{
	"viauff": {
		"ufficio": {field: phone, kind: 2}, "ufficio2": {field: phone, number: 2, kind: 2},
		"abitazione": {field: phone, kind: 3}, "abitazione2": {field: phone, number: 2, kind: 3},
	},
	"calledeltrabajo":         {"particular": {field: phone, kind: 3}},
	"ruadoenderecocomercial2": {"estado": {field: state, kind: 1}},
	"ruadaempresa": {
		"2otelefonedaempresa": {field: phone, number: 2, kind: 2}, "2otelefonedaresidencia": {field: phone, number: 2, kind: 3},
		"paisdaresidenciaregiao": {field: country, kind: 1},
	},
}

// resolveOutlook decides the meaning of columns with names that only Outlook uses. Columns of the
// mapping are already decided.
func resolveOutlook(header []string, places []place, mapped map[int]string) {
	for _, street := range header {
		names, ok := outlook[word(street)]
		if !ok {
			continue
		}
		for i, name := range header {
			if at, ok := names[word(name)]; ok {
				if _, decided := mapped[i]; !decided {
					places[i] = at
				}
			}
		}
	}
}

// resolveNames decides the meaning of columns with personal names. Columns of the mapping are
// already decided.
func resolveNames(header []string, places []place, mapped map[int]string) {
	open := map[int]struct{ part, beside field }{}
	has := map[field]bool{}
	for i, at := range places {
		if rule, ok := personal[word(header[i])]; ok && at.field != "" {
			if _, decided := mapped[i]; !decided {
				open[i] = rule
				continue
			}
		}
		has[at.field] = true
	}
	for _, i := range slices.Sorted(maps.Keys(open)) {
		rule := open[i]
		places[i].field = fullName
		if has[rule.beside] && !has[rule.part] {
			places[i].field = rule.part
			has[rule.part] = true
		}
	}
}

// salutations are the columns with words that imply the gender of people. They count if no other
// column contains the gender.
const salutations = "civilite anrede salutation"

// lastFirst are the full names that begin with the last name.
const lastFirstNames = "nometprenom nomprenom " +
	"cognomeenome cognomenome nachnamevorname nachnameundvorname namevorname familiennamevorname " +
	"apellidosynombre apellidosynombres apellidosnombre apellidoynombre sobrenomeenome lastfirst lastnamefirstname"

var lastFirst = values(map[string]bool{lastFirstNames: true})

// google are the names of phones, e-mail addresses and addresses in Google's exports in the six
// languages. The words for value and type follow them, and for addresses also their parts: Telefon
// 1 - Wert, Adresse 1 - Postleitzahl.
var google = []struct {
	names       string
	value, kind field
}{
	{"phone telefon telephone telefono telefone", phone, phoneType},
	{"email correoelectronico correo correioeletronico", email, emailType},
	{"address adresse indirizzo direccion endereco morada", "", addressType},
}

const (
	googleValues = "value wert valeur valore valor"
	googleTypes  = "type label typ etikett beschriftung bezeichnung libelle etiquette tipo etichetta etiqueta rotulo marcador"
)

// ofGoogle returns the fields of columns in Google's exports.
func ofGoogle() map[string]field {
	all := make(map[string]field)
	for _, g := range google {
		suffixes := map[field]string{g.value: googleValues, g.kind: googleTypes}
		if g.value == "" {
			delete(suffixes, "")
			for _, part := range addressParts[:len(addressParts)-1] {
				suffixes[part] = spellings[part]
			}
		}
		for name := range strings.FieldsSeq(g.names) {
			for f, words := range suffixes {
				for text := range strings.FieldsSeq(words) {
					all[name+text] = f
				}
			}
		}
	}
	return all
}

var fields = func() map[string]field {
	all := ofGoogle()
	for f, names := range spellings {
		for name := range strings.FieldsSeq(names) {
			all[name] = f
		}
	}
	return all
}()
