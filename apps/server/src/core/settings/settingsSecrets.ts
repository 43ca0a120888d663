import type { Settings } from './parseEnvironment.ts'

/** Shorter ones would redact half of every line. */
const shortest = 4

/** The texts of the settings that no log line may hold: URLs with keys and passwords, and the passwords alone. */
export function settingsSecrets(settings: Settings): readonly string[] {
  const { smtpUrl, fallbackUrl } = settings.mail
  const urls = [settings.databaseUrl, settings.redisUrl, smtpUrl, fallbackUrl].flatMap(url => url ?? [])
  const historyKeys = [...settings.history.providers.values()].map(({ key }) => key)
  const keys = [settings.names.signerKey, settings.prices.key, ...historyKeys].flatMap(key => key ?? [])
  const listed = [...(settings.custody.keys?.values() ?? [])].flat()
  const keks = listed.map(({ key }) => Buffer.from(key).toString('hex'))
  const social = [...settings.social.providers.values()].flatMap(({ secret }) =>
    typeof secret === 'string' ? secret : [],
  )
  return [...settings.rpcUpstreams.values()]
    .flat()
    .concat(urls, keys, keks, social, urls.flatMap(passwordsOf))
}

/** As they are written and as they are meant: the driver's errors have the one, its commands the other. */
function passwordsOf(url: string): string[] {
  const { password, searchParams } = new URL(url)
  const meant = searchParams.get('password') ?? ''
  return [password, decodeURIComponent(password), meant, encodeURIComponent(meant)].filter(
    text => text.length >= shortest,
  )
}
