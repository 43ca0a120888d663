// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// Only the type of a token: Permit2 calls nothing but the library below.
interface ERC20 {}

/// Stands for the library of the same name that Permit2 was published with, which is under AGPL-3.0: it has the one function
/// that Permit2 calls, and takes and refuses the same answers.
library SafeTransferLib {
    function safeTransferFrom(ERC20 token, address from, address to, uint256 amount) internal {
        (bool done, bytes memory answer) = address(token).call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount)
        );
        bool said = answer.length == 0 || (answer.length >= 32 && abi.decode(answer, (uint256)) == 1);
        require(done && said, "TRANSFER_FROM_FAILED");
    }
}
