// An alias names its package: several versions of one can stand side by side.
const exact = /^(npm:(@[a-z0-9._-]+\/)?[a-z0-9._-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** Dependencies of one package.json that are not pinned to an exact version; peers may be ranges. */
export function checkManifest(path: string, json: string): string[] {
  const manifest: Record<string, Record<string, string> | undefined> = JSON.parse(json)
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap(field =>
    Object.entries(manifest[field] ?? {})
      .filter(([, version]) => !exact.test(String(version)))
      .map(([name, version]) => `${path}: ${field} ${name} "${version}" is not an exact version — pin it`),
  )
}
