import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isExecutable } from '../isExecutable.ts'
import { fetchPinnedShell, hasPinnedShell, pinnedShellPath } from './pinnedShell.ts'

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
  // The browser's own address bar pages, drawn again for each window though unseen: half of a page's cost.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // A process held ready for a page that a test does not open.
  'SpareRendererForSitePerProcess',
]

/** The arguments of every Chromium this repository starts: no sandbox in containers, no background traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // Letters stand where they do on a screen, in either kind of Chromium.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${withoutFeatures.join()}`,
] as const

/** Chromium without windows, which costs half as much for each page. Debian has it as a separate package. */
const systemShellPath = '/usr/bin/chromium-headless-shell'

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
  return named('LATCHKEY_CHROMIUM') ?? [...systemPaths, ...downloadedPaths()].find(isExecutable)
}

/**
 * Path of the Chromium for tests that need no window: the shell, or whatever Chromium is there. `LATCHKEY_SHELL` goes
 * first, then `LATCHKEY_CHROMIUM`.
 */
export function findShell(): string | undefined {
  const chosen = named('LATCHKEY_SHELL') ?? named('LATCHKEY_CHROMIUM')
  return chosen ?? [pinnedShellPath, systemShellPath].find(isExecutable) ?? findChromium()
}

/** Path of a Chromium, installing Debian's package when there is none and that is possible; throws one clear line when not. */
export async function ensureChromium(signal?: AbortSignal): Promise<string> {
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
  try {
    const fonts = (await hasFonts()) ? [] : ['fonts-liberation']
    await install(['chromium', ...fonts], signal)
  } catch (cause) {
    signal?.throwIfAborted()
    throw new Error(`Chromium could not be installed: ${lastLine(cause)}`, { cause })
  }
  const installed = findChromium()
  if (installed === undefined)
    throw new Error('apt-get installed chromium, but /usr/bin/chromium is not there.')
  return installed
}

/**
 * Path of the Chromium for tests that need no window: the pinned shell, fetched once; where there is none for the machine,
 * that of the system. @throws as `ensureChromium`.
 */
export async function ensureShell(signal?: AbortSignal): Promise<string> {
  const chosen = namedShell()
  if (chosen !== undefined) return chosen
  if (isExecutable(pinnedShellPath)) return pinnedShellPath
  // What the pinned one is linked with comes with this.
  await ensureChromium(signal)
  if (!hasPinnedShell()) return ensureSystemShell(signal)
  console.log('Fetching Chromium’s shell for the tests into .cache (once, some 70 MB) …')
  try {
    return await fetchPinnedShell(signal)
  } catch (cause) {
    signal?.throwIfAborted()
    console.log(`Chromium’s shell could not be fetched; the tests take the system’s: ${lastLine(cause)}`)
    return ensureSystemShell(signal)
  }
}

/**
 * Path of the system's Chromium without windows: Debian's package of the shell, installed where that is possible, else
 * Chromium itself. @throws as `ensureChromium`.
 */
export async function ensureSystemShell(signal?: AbortSignal): Promise<string> {
  const chosen = namedShell()
  if (chosen !== undefined) return chosen
  const whole = await ensureChromium(signal)
  if (isExecutable(systemShellPath)) return systemShellPath
  if (!canInstall()) return whole
  console.log('Installing Debian’s package of Chromium’s shell (apt-get install chromium-headless-shell) …')
  try {
    await install(['chromium-headless-shell'], signal)
    return systemShellPath
  } catch (cause) {
    signal?.throwIfAborted()
    // It is faster, not needed.
    console.log(`Chromium’s shell could not be installed; Chromium itself is taken: ${lastLine(cause)}`)
    return whole
  }
}

function namedShell(): string | undefined {
  const path = named('LATCHKEY_SHELL') ?? named('LATCHKEY_CHROMIUM')
  if (path !== undefined && !isExecutable(path)) {
    throw new Error(`LATCHKEY_SHELL or LATCHKEY_CHROMIUM points at ${path}, which cannot be run.`)
  }
  return path
}

async function install(packages: readonly string[], signal?: AbortSignal): Promise<void> {
  const run = promisify(execFile)
  const ending = signal && { signal }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { env, timeout: 180_000, ...ending })
  const wanted = ['install', '-y', '--no-install-recommends', ...packages]
  await run('apt-get', wanted, { env, timeout: 600_000, maxBuffer: 64 * 1024 * 1024, ...ending })
}

function named(variable: 'LATCHKEY_CHROMIUM' | 'LATCHKEY_SHELL'): string | undefined {
  return process.env[variable] || undefined
}

function downloadedPaths(): string[] {
  const root = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter(name => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .map(name => join(root, name, 'chrome-linux', 'chrome'))
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
