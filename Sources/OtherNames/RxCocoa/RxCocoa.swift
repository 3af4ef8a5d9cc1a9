// What files written for other engines import: everything is in the one module.
@_exported import Rx
