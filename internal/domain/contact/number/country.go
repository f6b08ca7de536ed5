package number

import "github.com/nyaruka/phonenumbers"

// Country returns the country of the number by its two letters of ISO 3166: BR. Several countries
// with the same calling code are told apart by the number; if that says nothing, it is the main
// country of the code. It is empty for a number of no country, such as that of a satellite.
func (n Number) Country() string {
	parsed, err := phonenumbers.Parse(n.E164, phonenumbers.UNKNOWN_REGION)
	if err != nil {
		return ""
	}
	region := phonenumbers.GetRegionCodeForNumber(parsed)
	if len(region) != len("BR") || region == phonenumbers.UNKNOWN_REGION {
		region = phonenumbers.GetRegionCodeForCountryCode(int(parsed.GetCountryCode()))
	}
	if region == phonenumbers.UNKNOWN_REGION || region == phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY {
		return ""
	}
	return region
}
