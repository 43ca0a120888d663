import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fonts = join(import.meta.dirname, 'fonts')
const work = join(import.meta.dirname, '../../.cache/fonts')

/** The font that tests see, as a file. */
export const testFontPath: string = join(fonts, 'inter-latin-wght-normal.ttf')

/**
 * Fontconfig's settings for a Chromium that sees the test font alone, whatever the machine has installed: every family is it,
 * and letters that it lacks are boxes. Widths are not rounded to the machine's hinting.
 */
const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(work, 'cache')}</cachedir>
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
  </match>
</fontconfig>
`

/** The environment of a Chromium that sees the test font alone; on systems without fontconfig it changes nothing. */
export function testFontEnv(): Record<string, string> {
  if (process.platform !== 'linux') return {}
  const file = join(work, 'fonts.conf')
  if (read(file) !== settings) {
    mkdirSync(work, { recursive: true })
    writeFileSync(file, settings)
  }
  return { FONTCONFIG_FILE: file }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
