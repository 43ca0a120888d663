import { isAbsent } from './checkTransport.ts'
import type { Check, Examination } from './examination.ts'
import { ok, type Said, skipped, warning, wrong } from './finding.ts'

/** The DNS records without which codes land in spam: MX, SPF, DKIM and DMARC of the sender's domain. */
export const checkMail: Check = async examination => {
  const { smtpUrl, from } = examination.settings.mail
  if (smtpUrl === undefined) return [skipped('SMTP_URL is not set: no mail is sent')]
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase()
  if (!domain.includes('.') || domain.endsWith('.localhost'))
    return [
      examination.settings.development
        ? skipped(`${domain} is a domain of this machine`)
        : wrong(
            `MAIL_FROM is an address at ${domain}, which is no domain of the internet`,
            'Set MAIL_FROM to an address of your own domain',
          ),
    ]
  const said = await Promise.all([
    checkMx(examination, domain),
    checkSpf(examination, domain),
    checkDkim(examination, domain),
    checkDmarc(examination, domain),
  ])
  return said
}

async function checkMx({ resolver }: Examination, domain: string): Promise<Said> {
  try {
    const records = await resolver.resolveMx(domain)
    if (records.some(({ exchange }) => exchange !== '')) return ok(`${domain} receives mail (MX)`)
  } catch (error) {
    if (!isAbsent(error)) return unknown('MX', domain)
  }
  return warning(
    `${domain} receives no mail (MX): bounces and answers are lost, and some providers refuse its mail`,
    'Add an MX record, or send from a domain that has one',
  )
}

async function checkSpf({ resolver }: Examination, domain: string): Promise<Said> {
  const records = await textsOf(resolver, domain)
  if (records === undefined) return unknown('SPF', domain)
  const spf = records.filter(text => /^v=spf1(\s|$)/i.test(text))
  const [only] = spf
  if (only === undefined)
    return wrong(`${domain} has no SPF record`, 'Add the TXT record that your mail provider names')
  if (spf.length > 1)
    return wrong(`${domain} has ${spf.length} SPF records, which counts as none`, 'Join them into one')
  if (/[\s]\+?all(\s|$)/i.test(only))
    return wrong(`SPF of ${domain} lets every server send for it`, 'End it in ~all or -all')
  return ok(`${domain} has SPF`)
}

async function checkDkim({ resolver, dkim }: Examination, domain: string): Promise<Said> {
  const fix = 'Add the record that your mail provider names'
  if (dkim !== undefined) {
    const records = await textsOf(resolver, `${dkim}._domainkey.${domain}`)
    if (records === undefined) return unknown('DKIM', domain)
    const key = records.find(text => /(^|;)\s*p=/i.test(text))
    if (key === undefined) return wrong(`${domain} has no DKIM key ${dkim}`, fix)
    return /(^|;)\s*p=\s*(;|$)/i.test(key)
      ? wrong(`The DKIM key ${dkim} of ${domain} is revoked`, fix)
      : ok(`${domain} has the DKIM key ${dkim}`)
  }
  try {
    await resolver.resolveTxt(`_domainkey.${domain}`)
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    // The name is absent with everything below it (RFC 8020); without data of its own it has something below.
    if (code === 'ENOTFOUND') return wrong(`${domain} has no DKIM key`, fix)
    if (code !== 'ENODATA') return unknown('DKIM', domain)
  }
  return ok(`${domain} has DKIM keys; --dkim <selector> checks yours`)
}

async function checkDmarc({ resolver }: Examination, domain: string): Promise<Said> {
  const labels = domain.split('.')
  const domains = [...new Set([domain, labels.slice(-2).join('.')])]
  for (const name of domains) {
    const records = await textsOf(resolver, `_dmarc.${name}`)
    if (records === undefined) return unknown('DMARC', name)
    const record = records.find(text => /^v=DMARC1\s*(;|$)/i.test(text))
    if (record === undefined) continue
    const policy = /;\s*p\s*=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase()
    return policy === 'quarantine' || policy === 'reject'
      ? ok(`${name} has DMARC (${policy})`)
      : warning(
          `DMARC of ${name} has the policy ${policy ?? 'none'}: forged mail in its name is delivered`,
          'Raise it to quarantine, then to reject',
        )
  }
  return wrong(`${domain} has no DMARC record`, `Add: _dmarc.${domain} TXT "v=DMARC1; p=quarantine"`)
}

/** TXT records; none for a name without them, undefined when no name server answers. */
async function textsOf(
  resolver: Examination['resolver'],
  name: string,
): Promise<readonly string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map(parts => parts.join(''))
  } catch (error) {
    return isAbsent(error) ? [] : undefined
  }
}

const unknown = (what: string, domain: string): Said =>
  warning(`${what} of ${domain} cannot be looked up`, 'Check the name servers, and run this again')
