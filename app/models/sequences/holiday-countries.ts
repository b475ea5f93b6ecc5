/**
 * The countries whose public holidays are known: ISO 3166-1 codes and names, by name. A test compares them with date-holidays. Written out,
 * because browsers and servers name some countries differently.
 */
const LIST = `AX Åland Islands, AL Albania, DZ Algeria, AS American Samoa, AD Andorra, AO Angola, AI Anguilla, AG Antigua & Barbuda,
AR Argentina, AM Armenia, AW Aruba, AU Australia, AT Austria, AZ Azerbaijan, BS Bahamas, BH Bahrain, BD Bangladesh,
BB Barbados, BY Belarus, BE Belgium, BZ Belize, BJ Benin, BM Bermuda, BO Bolivia, BA Bosnia & Herzegovina, BW Botswana,
BR Brazil, VG British Virgin Islands, BN Brunei, BG Bulgaria, BF Burkina Faso, BI Burundi, CM Cameroon, CA Canada,
IC Canary Islands, CV Cape Verde, BQ Caribbean Netherlands, KY Cayman Islands, CF Central African Republic, TD Chad,
CL Chile, CN China, CX Christmas Island, CC Cocos (Keeling) Islands, CO Colombia, KM Comoros, CG Congo - Brazzaville,
CD Congo - Kinshasa, CK Cook Islands, CR Costa Rica, CI Côte d’Ivoire, HR Croatia, CU Cuba, CW Curaçao, CY Cyprus,
CZ Czechia, DK Denmark, DJ Djibouti, DM Dominica, DO Dominican Republic, EC Ecuador, EG Egypt, SV El Salvador,
GQ Equatorial Guinea, ER Eritrea, EE Estonia, SZ Eswatini, ET Ethiopia, FO Faroe Islands, FJ Fiji, FI Finland, FR France,
GF French Guiana, PF French Polynesia, GA Gabon, GM Gambia, GE Georgia, DE Germany, GH Ghana, GI Gibraltar, GR Greece,
GL Greenland, GD Grenada, GP Guadeloupe, GU Guam, GT Guatemala, GG Guernsey, GN Guinea, GW Guinea-Bissau, GY Guyana,
HT Haiti, HN Honduras, HK Hong Kong SAR China, HU Hungary, IS Iceland, IN India, ID Indonesia, IR Iran, IE Ireland,
IM Isle of Man, IL Israel, IT Italy, JM Jamaica, JP Japan, JE Jersey, KZ Kazakhstan, KE Kenya, XK Kosovo, LV Latvia,
LS Lesotho, LR Liberia, LY Libya, LI Liechtenstein, LT Lithuania, LU Luxembourg, MG Madagascar, MW Malawi, MY Malaysia,
ML Mali, MT Malta, MQ Martinique, MR Mauritania, MU Mauritius, YT Mayotte, MX Mexico, MD Moldova, MC Monaco, ME Montenegro,
MS Montserrat, MA Morocco, MZ Mozambique, NA Namibia, NL Netherlands, NC New Caledonia, NZ New Zealand, NI Nicaragua,
NE Niger, NG Nigeria, NF Norfolk Island, MK North Macedonia, NO Norway, PK Pakistan, PA Panama, PY Paraguay, PE Peru,
PH Philippines, PL Poland, PT Portugal, PR Puerto Rico, RE Réunion, RO Romania, RU Russia, RW Rwanda, SM San Marino,
ST São Tomé & Príncipe, SA Saudi Arabia, SN Senegal, RS Serbia, SC Seychelles, SL Sierra Leone, SG Singapore,
SX Sint Maarten, SK Slovakia, SI Slovenia, SO Somalia, ZA South Africa, KR South Korea, SS South Sudan, ES Spain,
LK Sri Lanka, BL St. Barthélemy, SH St. Helena, KN St. Kitts & Nevis, LC St. Lucia, MF St. Martin,
PM St. Pierre & Miquelon, VC St. Vincent & Grenadines, SD Sudan, SR Suriname, SJ Svalbard & Jan Mayen, SE Sweden,
CH Switzerland, TW Taiwan, TZ Tanzania, TH Thailand, TG Togo, TO Tonga, TT Trinidad & Tobago, TN Tunisia, TR Türkiye,
TC Turks & Caicos Islands, VI U.S. Virgin Islands, UG Uganda, UA Ukraine, AE United Arab Emirates, GB United Kingdom,
US United States, UY Uruguay, UZ Uzbekistan, VU Vanuatu, VA Vatican City, VE Venezuela, VN Vietnam, WF Wallis & Futuna,
EH Western Sahara, ZM Zambia, ZW Zimbabwe`

export const HOLIDAY_COUNTRIES = LIST.split(/,\s/).map((entry) => ({
  value: entry.slice(0, 2),
  label: entry.slice(3),
}))

/** Their codes. */
export const HOLIDAY_CODES = HOLIDAY_COUNTRIES.map(({ value }) => value)
