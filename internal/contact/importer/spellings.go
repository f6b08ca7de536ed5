package importer

import (
	"maps"
	"slices"
	"strings"
)

// spellings are the names that columns have in lists and in exports of Google, Outlook and HubSpot, in English, Portuguese, Spanish,
// French, Italian and German, as word makes them. Mobile and Phone are both phones: a file that has both has two. Those that begin with
// address are from Google's export: Address 1 - City. What some of them mean depends on the other columns: see personal.
var spellings = map[field]string{
	fullName: "name fullname displayname contactname customername clientname completename " +
		"nomecompleto nombrecompleto nombreyapellidos nombreyapellido nomeecognome nomecognome nomcomplet nometprenom prenometnom nomprenom " +
		"vollstandigername vollername namevollstandig kontaktname anzeigename",
	firstName: "firstname givenname forename fname nome primeironome nombre nombres primernombre " +
		"prenom prenoms primonome nomedibattesimo vorname vornamen rufname",
	lastName: "lastname surname familyname secondname lname sobrenome apelido apelidos ultimonome apellido apellidos " +
		"nom nomdefamille cognome nachname familienname zuname",
	gender:     "gender sex genero sexo genre sexe civilite genere sesso geschlecht",
	isActive:   "isactive active ativo activo actif attivo aktiv",
	profilePic: "profilepic profilepicture picture photo avatar foto bild",
	phone: "phone phones phonenumber phonenumbers phonevalue mobile mobilephone mobilenumber mobilephonenumber mobileno phoneno " +
		"cell cellphone cellphonenumber iphone telephone telephonenumber tel whatsapp whatsappnumber whatsappphone whatsappphonenumber " +
		"primaryphone mainphone carphone radiophone contactnumber " +
		"telefone telefones telefonecelular telefonemovel celular telemovel numerodetelefone numerodotelefone numerodecelular " +
		"numerodetelemovel telefoneprincipal telefonedocarro radiofone radiotelefone fone " +
		"telefono telefonos telefonomovil telefonocelular movil numerodetelefono numerodetelefonomovil numerodemovil " +
		"telefonoprincipal telefonodelautomovil radiotelefono " +
		"telephones telephoneportable telephonemobile telmobile telportable portable gsm numerodetelephone " +
		"numerodetelephonemobile numerodetelephoneportable numerodemobile numerodeportable telephoneprincipal telephonevoiture radiotelephone " +
		"cellulare telefonocellulare telefonino numeroditelefono numeroditelefonocellulare numerodicellulare " +
		"telefonoprincipale telefonoauto " +
		"haupttelefon autotelefon mobiltelefonnummer telefon telefonnummer telefonnr rufnummer " +
		"handy handynummer handynr mobil mobiltelefon mobilnummer mobilfunk mobilfunknummer",
	phoneCC: "phonecc countrycode callingcode phonecountrycode ddi indicatif indicatifpays prefisso prefissointernazionale " +
		"prefijo codigodepais codigodopais landesvorwahl landervorwahl",
	phoneType: "phonetype phonelabel",
	email: "email emails emailaddress emailaddresses emailvalue mail mailaddress primaryemail correo correos correoelectronico " +
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
		"endereco2 direccion2 adresse2 indirizzo2 adresszusatz zusatz",
	landmark: "landmark pontodereferencia",
	city: "city addresscity town cidade localidade ciudad poblacion localidad municipio ville commune localite " +
		"citta comune localita stadt ort wohnort",
	state: "state addressregion province region stateregion stateprovince county estado estadoregiao provincia uf distrito " +
		"estadoregion estadooregion provinciaoestado departement depregion etat etatregion regione provinciaregione stato statoregione " +
		"bundesland kanton bundeslandkanton bundeslandregion bundeslandprovinz",
	country: "country addresscountry countryregion pais paisregiao paisouregiao paisregion paisoregion pays paysregion paysouregion " +
		"paese nazione paeseregione paeseareageografica land landregion",
	pinCode: "pincode addresspostalcode postcode postalcode zip zipcode zippostalcode cep codigopostal codpostal cp " +
		"codepostal cap codicepostale codicediavviamentopostale plz postleitzahl",
	tags: "tags tag labels label groups group groupmembership categories category etiquetas etiqueta marcadores marcador categorias " +
		"etiquettes etiquette libelles libelle groupes etichette etichetta gruppi categorie schlagworter schlagwort " +
		"gruppen gruppe kategorien kategorie",
	contactID: "contactid",
}

// personal are the spellings that are the first name beside a last name, or the last name beside a first name, and else the full name:
// Vorname and Name, Prénom and Nom, Nome and Cognome.
var personal = map[string]struct{ part, beside field }{
	"name":    {lastName, firstName},
	"nom":     {lastName, firstName},
	"nome":    {firstName, lastName},
	"nombre":  {firstName, lastName},
	"nombres": {firstName, lastName},
}

// outlook are names that mean something else in other files than the exports of Outlook, or nothing, by the name of a street that only
// one of these exports has: in Italian and Spanish some phones are called by their place alone, and in Portuguese the state of the home
// does not say of which address it is.
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

// resolveOutlook decides what the columns are whose names are of Outlook alone. Columns of the mapping are decided.
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

// resolveNames decides what the columns are whose names are personal. Columns of the mapping are decided.
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

var fields = func() map[string]field {
	all := make(map[string]field)
	for f, names := range spellings {
		for name := range strings.FieldsSeq(names) {
			all[name] = f
		}
	}
	return all
}()
