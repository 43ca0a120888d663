import type { Plugin } from 'vite'

const modes = ['user', 'operator']

/**
 * Vite plugin that writes the custody mode into the wallet's page: `CUSTODY_MODE` of the build, `user` by default. The page
 * takes no other mode from its services (S4). @throws Error for another word.
 */
export function pinCustody(mode = process.env.CUSTODY_MODE ?? 'user'): Plugin {
  if (!modes.includes(mode)) throw new Error(`CUSTODY_MODE must be one of ${modes.join(', ')}`)
  const configuration = JSON.stringify({ custody: mode })
  return {
    name: 'latchkey-pin-custody',
    transformIndexHtml: page => {
      const place = '    <meta name="robots"'
      if (!page.includes(place)) throw new Error('The wallet page has no place for its configuration')
      return page.replace(
        place,
        () => `    <meta name="latchkey-build" content='${configuration}'>\n${place}`,
      )
    },
  }
}
