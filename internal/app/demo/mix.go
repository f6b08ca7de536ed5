package demo

// Mix describes the contacts of a firm.
type Mix int

const (
	// World has people of all countries in equal numbers.
	World Mix = iota
	// Americas is a coffee roaster in São Paulo with customers in the Americas and Iberia.
	Americas
	// Eurasia is a travel agency in Berlin with guests from nearly everywhere.
	Eurasia
)

// countries are ISO codes. A code that is listed more often has more contacts.
func (m Mix) countries() string {
	switch m {
	case Americas:
		return "BR BR BR BR BR BR BR BR BR BR BR BR AR AR AR MX MX MX CO CO US US US US PT PT ES FR JP NG"
	case Eurasia:
		return "DE DE DE DE DE DE DE GB GB GB FR FR PL PL NO SE TR TR ES PT US BR VN NG UA UA BG GR GR GE IL IL EG EG SA " +
			"IN IN IN BD TH TH CN CN CN TW JP JP KR KR"
	case World:
	}
	return "AR BD BG BR CN CO DE EG ES FR GB GE GR IL IN JP KR MX NG NO PL PT SA SE TH TR TW UA US VN"
}

// tags are the tags, from the most common to the rarest.
func (m Mix) tags() []string {
	switch m {
	case Americas:
		return []string{
			"Cliente", "Newsletter", "Promoções", "Atacado", "Cafeteria", "VIP", "Lead", "Assinatura", "Pós-venda", "Inativo",
		}
	case Eurasia:
		return []string{
			"Newsletter", "Guest", "Lead", "Early bird", "VIP", "Group tour", "Partner", "Vegetarian", "Press", "Überraschung",
		}
	case World:
	}
	return []string{"Newsletter", "Customer", "Lead", "VIP", "Partner", "Trial", "Café", "Late payer"}
}
