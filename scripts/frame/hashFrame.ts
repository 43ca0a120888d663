import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type FrameVersion, frameVersionOf } from 'latchkey/services'

/** A build of the wallet's page: `page` is index.html, `files` are the others by their paths below it. */
export interface BuiltFrame {
  readonly page: string
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly version: FrameVersion
}

/**
 * Builds the wallet's page of a checkout into a folder, which is emptied first. It runs in a process of its own: with
 * another NODE_ENV, such as that of tests, the build has React's development code. @throws Error with Vite's own words.
 */
export async function buildFrame(root: string, folder: string): Promise<BuiltFrame> {
  const vite = join(resolve(root), 'node_modules', 'vite', 'bin', 'vite.js')
  const args = ['build', '--outDir', resolve(folder), '--emptyOutDir', '--logLevel', 'error']
  await promisify(execFile)(process.execPath, [vite, ...args], {
    cwd: join(resolve(root), 'apps', 'frame'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return hashFrame(folder)
}

/** Reads a build and computes its version (T83). */
export function hashFrame(folder: string): BuiltFrame {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const paths = globSync('assets/*', { cwd: folder })
  const files = new Map(paths.map(path => [path, new Uint8Array(readFileSync(join(folder, path)))]))
  return { page, files, version: frameVersionOf(page, files, sha256) }
}

/** SHA-256 in hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
