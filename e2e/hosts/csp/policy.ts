/** Every directive that a host page with the widget needs beside its own, as docs/host-page-csp.md lists them. */
export function widgetPolicy(rpcOrigins: readonly string[]): Readonly<Record<string, string>> {
  return {
    'script-src': "'self'",
    'connect-src': rpcOrigins.join(' '),
    'img-src': 'data:',
  }
}

/** A policy that allows nothing else, and takes no HTML from strings anywhere (Trusted Types). */
export function strictPolicy(directives: Readonly<Record<string, string>>): string {
  const own = Object.entries(directives).map(([name, value]) => `${name} ${value}`)
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...own,
  ].join('; ')
}
