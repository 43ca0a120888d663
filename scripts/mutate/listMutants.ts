import type { FileMutants, Mutant } from './mutant.ts'
import { frameApprove } from './table/frameApprove.ts'
import { frameKeys } from './table/frameKeys.ts'
import { frameLogin } from './table/frameLogin.ts'
import { frameProvider } from './table/frameProvider.ts'
import { frameSolana } from './table/frameSolana.ts'
import { libraryFlowSwap } from './table/libraryFlowSwap.ts'
import { libraryNamespaces } from './table/libraryNamespaces.ts'
import { libraryPairing } from './table/libraryPairing.ts'
import { libraryPay } from './table/libraryPay.ts'
import { librarySend } from './table/librarySend.ts'
import { libraryServer } from './table/libraryServer.ts'
import { librarySolana } from './table/librarySolana.ts'
import { librarySwap } from './table/librarySwap.ts'
import { librarySwapForecast } from './table/librarySwapForecast.ts'
import { serverCustody } from './table/serverCustody.ts'
import { serverLogin } from './table/serverLogin.ts'
import { serverNames } from './table/serverNames.ts'
import { serverSignIn } from './table/serverSignIn.ts'

/** Every mutant of the table. */
export function listMutants(): readonly Mutant[] {
  const files: readonly FileMutants[] = [
    ...frameKeys,
    ...frameApprove,
    ...frameLogin,
    ...frameProvider,
    ...frameSolana,
    ...serverCustody,
    ...serverLogin,
    ...serverSignIn,
    ...serverNames,
    ...libraryPairing,
    ...libraryServer,
    ...libraryPay,
    ...librarySend,
    ...librarySwap,
    ...libraryFlowSwap,
    ...librarySolana,
    ...librarySwapForecast,
    ...libraryNamespaces,
  ]
  return files.flatMap(({ file, tests, changes }) =>
    changes.map(([from, to, equivalent], index) => ({
      id: `${file.replace(/^(?:apps|packages)\//, '').replace('/src/', '/')}:${index + 1}`,
      file,
      tests,
      from,
      to,
      equivalent,
    })),
  )
}
