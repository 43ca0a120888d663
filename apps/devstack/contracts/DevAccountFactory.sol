// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DevAccount} from "./DevAccount.sol";

/// Makes accounts at addresses known before (CREATE2).
contract DevAccountFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new DevAccount{salt: salt}(owner, false));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(DevAccount).creationCode, abi.encode(owner, false)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }
}
