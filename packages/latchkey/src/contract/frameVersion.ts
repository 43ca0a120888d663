/** Which build of the wallet's page an origin serves (T83). */
import * as v from 'valibot'

/** Path at the wallet's origin that answers with the version of its page. */
export const frameVersionPath = '/version'

/** The name of the `<meta>` element that holds what a build of the page was configured with, as JSON. */
export const frameConfigurationName = 'latchkey-build'

/** What a build of the wallet's page was configured with, such as its custody mode. */
export const frameConfigurationSchema = v.record(v.string(), v.string())

/** What a build of the wallet's page was configured with, such as its custody mode. */
export type FrameConfiguration = v.InferOutput<typeof frameConfigurationSchema>

/** The answer of `/version`. */
export const frameVersionSchema = v.object({
  /** SHA-256 of the manifest of all files, with the configuration left out of the page: 64 hexadecimal digits. */
  code: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** What the build was configured with; empty when nothing is configurable. */
  configuration: frameConfigurationSchema,
})

/** The version of a build of the wallet's page: its code and its configuration, apart. */
export type FrameVersion = v.InferOutput<typeof frameVersionSchema>

/** Reads the answer of `/version`; undefined for anything else. */
export function readFrameVersion(text: string): FrameVersion | undefined {
  try {
    return v.parse(frameVersionSchema, JSON.parse(text))
  } catch {
    return undefined
  }
}

const configured = new RegExp(`[ \\t]*<meta name="${frameConfigurationName}" content='([^']*)'>\\n?`, 'g')

/**
 * Returns the version of a build of the wallet's page. The manifest has the lines of `sha256sum`, sorted by path, so
 * that an operator can compute `code` without our program. `page` is `index.html` as it was built; `files` are the
 * others by their paths below it; `sha256` answers with hexadecimal digits.
 * @throws Error when the page states its configuration twice, or not as JSON.
 */
export function frameVersionOf(
  page: string,
  files: ReadonlyMap<string, Uint8Array>,
  sha256: (content: string | Uint8Array) => string,
): FrameVersion {
  const [stated, second] = [...page.matchAll(configured)]
  if (second !== undefined) throw new Error('The wallet page states its configuration twice')
  const configuration = v.parse(frameConfigurationSchema, JSON.parse(stated?.[1] ?? '{}'))
  const code = new Map<string, string | Uint8Array>([...files, ['index.html', page.replace(configured, '')]])
  const lines = [...code].map(([path, content]) => ({ path, line: `${sha256(content)}  ${path}\n` }))
  // By code unit: a locale's order would differ between machines.
  lines.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { code: sha256(lines.map(({ line }) => line).join('')), configuration }
}
