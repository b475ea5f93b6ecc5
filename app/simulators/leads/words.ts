const words = (text: string) => text.trim().split(/\s+/)

export const FIRST_NAMES = words(`
  Adam Alice Amara Andre Anna Anton Aria Ben Bianca Bruno Camila Carl Chloe Clara Dana Daniel David Diego Elena Elias
  Emil Emma Erik Eva Felix Fiona Frank George Grace Greta Hana Hannah Henry Hugo Ida Igor Ines Iris Isaac Ivan Jack Jana
  Jonas Julia Kai Karin Katya Laura Lena Leo Liam Linda Lucas Luis Maria Mark Marta Max Mia Mila Milan Nadia Nina Noah
  Nora Olga Oliver Oscar Paul Pedro Petra Rafael Rita Robert Rosa Ruth Sam Sara Simon Sofia Tara Theo Thomas Tina Tom
  Uma Vera Victor Vivian Walter Wanda Yara Yusuf Zara Zoe`)

export const LAST_NAMES = words(`
  Abbott Adler Almeida Andersen Archer Baker Barnes Becker Berg Blake Brandt Brennan Brook Carter Castro Clarke Cole
  Conti Costa Cruz Dahl Dalton Diaz Drake Duarte Ellis Engel Farrell Ferrari Fischer Fletcher Flores Foster Frost Garcia
  Gibson Graham Grant Haas Hale Hansen Harper Hart Hayes Heller Holm Horvat Hughes Ibarra Iversen Jansen Jensen Kaya
  Keller Kelly Khan Klein Koch Kovac Kumar Lang Larsen Lehmann Lindgren Lopez Lund Marsh Martin Mendes Meyer Miller
  Molina Moreau Morgan Nash Navarro Nielsen Novak Nowak Olsen Ortiz Owens Palmer Park Patel Peters Pinto Porter Quinn
  Ramos Reed Reyes Ricci Richter Rivera Rossi Roth Ryan Santos Sato Schmidt Shah Silva Singh Sousa Stein Stone Suzuki
  Tanaka Torres Turner Vargas Vogel Wagner Walsh Ward Weber West Wolf Yilmaz Young Zimmer`)

export const COMPANY_HEADS = words(`
  Alder Amber Anchor Arbor Aspen Atlas Aurora Basalt Beacon Birch Blue Bridge Bright Cedar Cinder Clear Cobalt Copper
  Coral Crest Delta Drift Eastern Ember Evergreen Falcon Fern Field Flint Forge Garnet Glacier Granite Green Grove Harbor
  Hazel Heron High Hollow Indigo Iron Ivory Juniper Keystone Lake Lantern Laurel Linden Lunar Maple Meadow Meridian Mill
  Mint Moss North Oak Ocean Olive Onyx Orchard Osprey Pearl Pebble Pine Plain Quartz Rapid Raven Red Ridge River Rowan
  Sable Saffron Sage Sierra Silver Slate Solar Spruce Stone Summit Swift Tidal Timber Topaz Umber Vale Vertex Violet
  Walnut Willow Winter Yarrow Zephyr`)

export const COMPANY_TAILS = words(`
  Analytics Automation Bioworks Cargo Clinics Cloud Components Consulting Data Design Devices Dynamics Electric Energy
  Engineering Finance Foods Freight Games Health Industries Instruments Insurance Interactive Labs Learning Legal
  Logistics Manufacturing Marketing Materials Media Mobility Networks Optics Partners Payments Pharma Power Properties
  Recruiting Research Retail Robotics Security Software Solutions Studios Supply Systems Technologies Telecom Textiles
  Tools Transport Travel Ventures Water Works`)

export const KEYWORDS = words(`
  saas b2b ecommerce fintech logistics robotics analytics cloud cybersecurity marketplace sustainability iot mobile
  automation biotech edtech healthtech manufacturing payments recruiting retail telecom travel wholesale`)

export const JOB_TITLES = `
Account Executive|Account Manager|Business Analyst|Business Development Manager|Chief Executive Officer|Chief Financial Officer
Chief Marketing Officer|Chief Operating Officer|Chief Technology Officer|Controller|Customer Success Manager|Data Analyst
Data Engineer|Director of Engineering|Director of Finance|Director of Marketing|Director of Operations|Director of Sales
Engineering Manager|Founder|General Manager|Head of Growth|Head of Marketing|Head of Operations|Head of People|Head of Product
Head of Sales|Human Resources Manager|Information Technology Manager|Logistics Manager|Managing Director|Marketing Manager
Office Manager|Operations Manager|Owner|Product Manager|Project Manager|Purchasing Manager|Quality Manager|Recruiter
Regional Manager|Sales Development Representative|Sales Director|Sales Engineer|Sales Manager|Software Engineer
Solutions Architect|Supply Chain Manager|Vice President of Engineering|Vice President of Marketing|Vice President of Sales
`
  .trim()
  .split(/[|\n]/)
