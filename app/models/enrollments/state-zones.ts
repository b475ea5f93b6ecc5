/**
 * The time zone of most people of a state, by country (ISO 3166-1), for the three countries with many time zones whose states usually are
 * in the data. Codes and names are in lower case.
 */
export const ZONE_BY_STATE: Record<string, Record<string, string>> = {
  US: byState({
    'America/Chicago':
      'al|alabama|ar|arkansas|il|illinois|ia|iowa|ks|kansas|la|louisiana|mn|minnesota|ms|mississippi|mo|missouri|ne|nebraska|nd|north dakota|ok|oklahoma|sd|south dakota|tn|tennessee|tx|texas|wi|wisconsin',
    'America/Anchorage': 'ak|alaska',
    'America/Phoenix': 'az|arizona',
    'America/Los_Angeles': 'ca|california|nv|nevada|or|oregon|wa|washington',
    'America/Denver': 'co|colorado|mt|montana|nm|new mexico|ut|utah|wy|wyoming',
    'America/New_York':
      'ct|connecticut|de|delaware|dc|district of columbia|fl|florida|ga|georgia|ky|kentucky|me|maine|md|maryland|ma|massachusetts|nh|new hampshire|nj|new jersey|ny|new york|nc|north carolina|oh|ohio|pa|pennsylvania|ri|rhode island|sc|south carolina|vt|vermont|va|virginia|wv|west virginia',
    'America/Boise': 'id|idaho',
    'America/Indiana/Indianapolis': 'in|indiana',
    'America/Detroit': 'mi|michigan',
  }),
  CA: byState({
    'America/Edmonton': 'ab|alberta|nt|northwest territories',
    'America/Vancouver': 'bc|british columbia',
    'America/Winnipeg': 'mb|manitoba',
    'America/Moncton': 'nb|new brunswick',
    'America/St_Johns': 'nl|newfoundland and labrador',
    'America/Halifax': 'ns|nova scotia|pe|prince edward island',
    'America/Toronto': 'on|ontario|qc|quebec',
    'America/Regina': 'sk|saskatchewan',
    'America/Whitehorse': 'yt|yukon',
  }),
  AU: byState({
    'Australia/Sydney': 'act|australian capital territory|nsw|new south wales',
    'Australia/Darwin': 'nt|northern territory',
    'Australia/Brisbane': 'qld|queensland',
    'Australia/Adelaide': 'sa|south australia',
    'Australia/Hobart': 'tas|tasmania',
    'Australia/Melbourne': 'vic|victoria',
    'Australia/Perth': 'wa|western australia',
  }),
}

/** @param names codes and names of states by time zone, separated by bars */
function byState(names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([zone, list]) => list.split('|').map((name) => [name, zone])),
  )
}
