// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Makes a call that was set before whenever money arrives, for tests of what is called while it calls.
contract DevReentrant {
    address private _to;
    bytes private _data;

    function set(address to, bytes calldata data) external {
        _to = to;
        _data = data;
    }

    function run() public {
        (bool success, bytes memory answer) = _to.call(_data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }

    receive() external payable {
        run();
    }
}
