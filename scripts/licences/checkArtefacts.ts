import { isAllowedExpression } from './licenceExpression.ts'
import { allowedLicences, artefactExceptions } from './policy.ts'

/** A file of a package that is put on a chain, and the licence of the sources it was compiled from. */
export interface ListedArtefact {
  readonly artefact: string
  /** An SPDX expression. */
  readonly licence: string
}

/**
 * Returns the problems of the artefacts that one `artefacts.json` lists, one line each. What a package says of itself counts for
 * nothing: some call themselves MIT and have sources under the GPL.
 * @param read the licence that the sources of an installed artefact name; undefined where it is not installed.
 */
export function checkArtefacts(
  list: string,
  artefacts: readonly ListedArtefact[],
  read: (artefact: string) => string | undefined,
): string[] {
  return artefacts.flatMap(({ artefact, licence }) => {
    const found = read(artefact) ?? licence
    const at = `${list}: ${artefact}`
    if (found !== licence) return [`${at} — its sources say "${found}", not "${licence}" — write that`]
    if (isAllowedExpression(licence, allowedLicences)) return []
    const excepted = artefactExceptions.some(
      each => each.list === list && each.artefact === artefact && each.licence === licence,
    )
    return excepted
      ? []
      : [`${at} — its sources are under "${licence}" — use another, or list it in the policy with a reason`]
  })
}

/** A path to an artefact below a package's name. */
const artefactPath = /(['"`])((?:@[\w.-]+\/)?[\w.-]+\/(?:[^'"`\s]*\/)?artifacts\/[^'"`\s]+\.json)\1/g

/** Returns the problems of one source: an artefact of a package that it names past every `artefacts.json`, one line each. */
export function findUnlisted(path: string, text: string): string[] {
  return [...text.matchAll(artefactPath)]
    .map(([, , artefact = '']) => artefact)
    .filter(artefact => !artefact.startsWith('.'))
    .map(artefact => `${path}: ${artefact} — is loaded past the licence check — list it in an artefacts.json`)
}

/** Where the compiler of our own contracts writes: it takes no source whose licence may not be shipped. */
const compiled = 'apps/devstack/contracts/artifacts/'

/** Returns the problem of a JSON file of the repository that holds a compiled contract which our compiler did not write. */
export function findCommitted(path: string, text: string): string[] {
  if (path.startsWith(compiled) || !/"(?:deployedB|b)ytecode"\s*:/.test(text)) return []
  return [`${path} — holds a compiled contract — load it from a package, and list it in an artefacts.json`]
}
