import type { ScaleTables } from './core/scale/tables.ts'
import type { IndexerTables } from './data/indexer/tables.ts'
import type { NameTables } from './data/names/tables.ts'
import type { PermissionTables } from './data/permissions/tables.ts'
import type { OrderTables } from './money/onramp/orders/tables.ts'
import type { PaymasterTables } from './money/paymaster/tables.ts'
import type { PaymentTables } from './money/payments/tables.ts'
import type { X402Tables } from './money/x402/tables.ts'
import type { AnalyticsTables } from './people/analytics/tables.ts'
import type { CustodyTables } from './people/custody/tables.ts'
import type { LoginTables } from './people/login/tables.ts'
import type { SignInTables } from './people/signin/tables.ts'
import type { SocialTables } from './people/social/tables.ts'
import type { ProjectTables } from './projects/tables.ts'
import type { RelayTables } from './relay/tables.ts'

/** The tables of every room: a query may join those of several. */
export interface RoomTables
  extends AnalyticsTables,
    CustodyTables,
    IndexerTables,
    LoginTables,
    NameTables,
    PaymasterTables,
    PaymentTables,
    PermissionTables,
    OrderTables,
    ProjectTables,
    RelayTables,
    ScaleTables,
    SignInTables,
    SocialTables,
    X402Tables {}
