// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// What a permission allows, as the DelegationManager hashes it (ERC-7710).
struct Caveat {
    address enforcer;
    bytes terms;
    bytes args;
}

struct Delegation {
    address delegate;
    address delegator;
    bytes32 authority;
    Caveat[] caveats;
    uint256 salt;
    bytes signature;
}

interface IDelegationManager {
    function disableDelegation(Delegation calldata delegation) external;
}

/// A Safe 1.4.1, as one of its modules sees it.
interface ISafe is IERC1271 {
    function execTransactionFromModuleReturnData(address to, uint256 value, bytes calldata data, uint8 operation)
        external
        returns (bool success, bytes memory returnData);
}

/// UNAUDITED. Lets the holders of permissions act for one Safe (ERC-7710). Each Safe has a clone of its own (ERC-1167 with the
/// Safe's address behind its code), which it enables as a module: the manager checks a permission and calls here, and the call
/// arrives from the Safe. It holds nothing.
contract LatchkeyDelegator is ReentrancyGuard {
    IDelegationManager public immutable manager;
    address private immutable _implementation = address(this);

    error NotTheManager();
    error NotTheAccount();
    error ModeNotSupported(bytes32 mode);
    error TargetNotAllowed(address target);
    error CallDataTooShort();

    constructor(IDelegationManager manager_) {
        manager = manager_;
    }

    /// The Safe of this clone. The implementation itself has none.
    function account() public view returns (ISafe) {
        if (address(this) == _implementation) revert NotTheAccount();
        return ISafe(abi.decode(Clones.fetchCloneArgs(address(this)), (address)));
    }

    /// Makes one call from the Safe. The manager calls it after every rule of the permission held. Batches, calls that may fail
    /// and delegate calls are refused, and so are the contracts through which a permission could widen itself.
    function executeFromExecutor(bytes32 mode, bytes calldata executionCallData)
        external
        payable
        nonReentrant
        returns (bytes[] memory returnData)
    {
        if (msg.sender != address(manager)) revert NotTheManager();
        // ERC-7579: a single call, which reverts when it fails, without any selector.
        if (mode != bytes32(0)) revert ModeNotSupported(mode);
        if (executionCallData.length < 52) revert CallDataTooShort();
        ISafe safe = account();
        address target = address(bytes20(executionCallData[:20]));
        if (target == address(safe) || target == address(this) || target == address(manager)) {
            revert TargetNotAllowed(target);
        }
        (bool success, bytes memory answer) = safe.execTransactionFromModuleReturnData(
            target, uint256(bytes32(executionCallData[20:52])), executionCallData[52:], 0
        );
        if (!success) {
            assembly ("memory-safe") {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        returnData = new bytes[](1);
        returnData[0] = answer;
    }

    /// Ends one permission for good. The manager takes this from the delegator alone, which does it for its Safe alone.
    function disable(Delegation calldata delegation) external {
        if (msg.sender != address(account())) revert NotTheAccount();
        manager.disableDelegation(delegation);
    }

    /// Whether the Safe signed (ERC-1271). For the manager alone: what the Safe signs for itself counts for no other account (T31).
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (msg.sender != address(manager)) return 0xffffffff;
        return account().isValidSignature(hash, signature);
    }
}
