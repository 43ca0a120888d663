import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// The last list counts, and Playwright gives one of its own: this one begins with what that says and matters here.
const withoutFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Pages of the browser's own address bar, drawn anew for each window though nobody sees it: half of what a page costs.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // A process kept ready for a page that a test does not open.
  'SpareRendererForSitePerProcess',
]

/** The arguments of every Chromium this repository starts: no sandbox in containers, no background traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
] as const

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
] as const

/** Path of a Chromium that is already on this machine, or undefined; `LATCHKEY_CHROMIUM` goes first. */
export function findChromium(): string | undefined {
  const named = process.env.LATCHKEY_CHROMIUM
  if (named !== undefined && named !== '') return named
  return [...systemPaths, ...downloadedPaths()].find(isExecutable)
}

/** Path of a Chromium, installing Debian's package when there is none and that is possible; throws one clear line when not. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found !== undefined) {
    if (!isExecutable(found)) throw new Error(`LATCHKEY_CHROMIUM points at ${found}, which cannot be run.`)
    return found
  }
  if (!canInstall()) {
    throw new Error(
      'No Chromium on this machine. Install it (Debian: "apt-get install chromium fonts-liberation") or set LATCHKEY_CHROMIUM to its path.',
    )
  }
  console.log('No Chromium found: installing Debian’s package (apt-get install chromium) …')
  const run = promisify(execFile)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env, timeout: 180_000 })
    const fonts = (await hasFonts()) ? [] : ['fonts-liberation']
    const wanted = ['install', '-y', '--no-install-recommends', 'chromium', ...fonts]
    await run('apt-get', wanted, { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024 })
  } catch (cause) {
    throw new Error(`Chromium could not be installed: ${lastLine(cause)}`, { cause })
  }
  const installed = findChromium()
  if (installed === undefined)
    throw new Error('apt-get installed chromium, but /usr/bin/chromium is not there.')
  return installed
}

function downloadedPaths(): string[] {
  const root = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter(name => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .map(name => join(root, name, 'chrome-linux', 'chrome'))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether Debian packages can be installed here. */
export function canInstall(): boolean {
  return process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0
}

async function hasFonts(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('fc-list', [':lang=en', 'family'])
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

/** The last line that a program said before it failed. */
export function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = stderr.trim().split('\n')
  return lines.at(-1) || (error instanceof Error ? error.message : String(error))
}
