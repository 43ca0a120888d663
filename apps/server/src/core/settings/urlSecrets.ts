/** The shortest redacted text; shorter ones would redact half of every line. */
const shortest = 4

/**
 * What no log line may hold of a URL with a password: all of it, and the password alone, as it is written and as it is
 * meant: a driver's errors have the one, its commands the other.
 */
export function urlSecrets(url: string | undefined): readonly string[] {
  if (url === undefined) return []
  const { password, searchParams } = new URL(url)
  const meant = searchParams.get('password') ?? ''
  const passwords = [password, decodeURIComponent(password), meant, encodeURIComponent(meant)]
  return [url, ...passwords.filter(text => text.length >= shortest)]
}
