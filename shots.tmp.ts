import { chromium } from '@playwright/test'
const base='http://localhost:3310'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args:['--no-sandbox'] })
const setup = await b.newContext()
const req = setup.request
const email=`u${Date.now()}@example.com`
const j = async (m: string, u: string, d?: unknown) => { const r = await req.fetch(base+u,{method:m, data:d, headers:{origin:base}}); if(!r.ok()) throw new Error(u+' '+r.status()+' '+await r.text()); return r.json() }
await j('POST','/api/auth/register',{email,password:'correct horse battery',fullName:'Demo User',timezone:'Europe/Paris'})
const ts=[] as string[]
for (const [n,s,t] of [['Intro','Quick question about {{ company_name | default: "your team" }}','Hi {{ first_name | default: "there" }}, I noticed your team is hiring three account executives, so outbound is clearly on the roadmap. We help teams like yours.'],['Reminder','Re: Quick question','Just floating this to the top of your inbox in case it got buried last week.'],['Case study','How Northwind doubled its replies','A short story on how Northwind doubled replies within six weeks without more volume.']])
  ts.push((await j('POST','/api/templates',{name:n,subject:s,htmlBody:`<p>${t}</p>`})).id)
async function seq(n: number, name: string) {
  const {id} = await j('POST','/api/sequences',{name, timezone:'Europe/Paris'})
  const ids: string[] = []
  const names=['Intro','Reminder','Case study','Second reminder with a fairly long name that wraps','Break up']
  for (let i=0;i<n;i++) {
    const side = i%4===3
    const s = await j('POST',`/api/sequences/${id}/steps`, i%6===4 ? {stepType:'wait',waitValue:3,waitUnit:'days',name:`Pause ${i+1}`} : {templateId:ts[i%3],delayDays: i?2:1,sendHour:9,sendMinute:30,name:`${names[i%5]}${i>4?' '+i:''}`, branchOnly: side})
    ids.push(s.id)
    if (side) await j('PATCH',`/api/steps/${ids[i-3]}`, {repliedStepId: s.id}).catch(()=>{})
    if (i===7) await j('PATCH',`/api/steps/${ids[1]}`, {openedNoReplyStepId: ids[7]})
  }
  return {id, ids}
}
const small = await seq(3,'Three steps'); const five = await seq(5,'Five steps'); const mid = await seq(12,'Twelve steps'); const big = await seq(40,'Forty steps')
const cookies = (await setup.storageState()).cookies
const which = process.argv[2] ?? 'all'
const problems: string[] = []
const shot = async (name: string, path: string, w: number, h: number, scheme: 'light'|'dark', full=false, act?: (p: any)=>Promise<void>) => {
  const c = await b.newContext({ viewport:{width:w,height:h}, colorScheme: scheme, storageState: {cookies, origins: []}, reducedMotion:'reduce', hasTouch: w<500 })
  const p = await c.newPage()
  await p.addInitScript(() => { try { localStorage.setItem('chatWidgetOpen','false') } catch {} })
  p.on('pageerror', e => problems.push(name+': '+e.message)); p.on('console', m => { if (m.type()==='error'||m.type()==='warning') problems.push(name+': '+m.text()) })
  await p.goto(base+path); await p.waitForFunction(() => document.documentElement.dataset.scripts==='on'); await p.waitForTimeout(900)
  if (act) await act(p)
  await p.waitForTimeout(300)
  const over = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (over>0) problems.push(name+': overflow '+over)
  await p.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: full })
  await c.close()
}
import { mkdirSync } from 'node:fs'; mkdirSync('/tmp/shots',{recursive:true})
const cv = (id: string) => `/sequences/${id}?view=canvas`
if (which==='a'||which==='all') {
 await shot('c5-1440', cv(five.id), 1440, 1000, 'light')
 await shot('c5-1440-edit', `/sequences/${five.id}/steps/${five.ids[1]}/edit?view=canvas`, 1440, 1000, 'dark')
 await shot('c12-1440', cv(mid.id), 1440, 1000, 'light')
 await shot('c5-360', cv(five.id), 360, 800, 'light')
}
if (which==='b'||which==='all') {
 await shot('c3-1440', cv(small.id), 1440, 1000, 'dark')
 await shot('c3-768', cv(small.id), 768, 1000, 'light')
 await shot('c12-768', cv(mid.id), 768, 1000, 'dark')
 await shot('c40-1440', cv(big.id), 1440, 1000, 'light')
 await shot('c40-fit', cv(big.id), 1440, 1000, 'dark', false, async p => { await p.getByRole('button',{name:'Fit all steps'}).click() })
 await shot('c12-fit', cv(mid.id), 1440, 1000, 'dark', false, async p => { await p.getByRole('button',{name:'Fit all steps'}).click() })
 await shot('c40-360', cv(big.id), 360, 800, 'dark')
 await shot('c5-360-edit', `/sequences/${five.id}/steps/${five.ids[1]}/edit?view=canvas`, 360, 800, 'light')
 await shot('c5-768-edit', `/sequences/${five.id}/steps/${five.ids[1]}/edit?view=canvas`, 768, 1000, 'light')
 await shot('new-1440', `/sequences/${five.id}/steps/new?after=${five.ids[0]}&on=notOpened,openedNoReply&view=canvas`, 1440, 1000, 'light')
}
if (which==='l'||which==='all') {
 await shot('l5-1440', `/sequences/${five.id}`, 1440, 1000, 'light', true)
 await shot('l5-360', `/sequences/${five.id}`, 360, 800, 'dark', true)
}
console.log(problems.join('\n')||'no problems'); await b.close()
