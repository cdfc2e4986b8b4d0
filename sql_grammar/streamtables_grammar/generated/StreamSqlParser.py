# Generated from StreamSql.g4 by ANTLR 4.13.2
# encoding: utf-8
from antlr4 import *
from io import StringIO
import sys
if sys.version_info[1] > 5:
	from typing import TextIO
else:
	from typing.io import TextIO

def serializedATN():
    return [
        4,1,96,536,2,0,7,0,2,1,7,1,2,2,7,2,2,3,7,3,2,4,7,4,2,5,7,5,2,6,7,
        6,2,7,7,7,2,8,7,8,2,9,7,9,2,10,7,10,2,11,7,11,2,12,7,12,2,13,7,13,
        2,14,7,14,2,15,7,15,2,16,7,16,2,17,7,17,2,18,7,18,2,19,7,19,2,20,
        7,20,2,21,7,21,2,22,7,22,2,23,7,23,2,24,7,24,2,25,7,25,2,26,7,26,
        2,27,7,27,2,28,7,28,2,29,7,29,2,30,7,30,2,31,7,31,2,32,7,32,2,33,
        7,33,2,34,7,34,2,35,7,35,2,36,7,36,2,37,7,37,2,38,7,38,2,39,7,39,
        2,40,7,40,2,41,7,41,2,42,7,42,2,43,7,43,2,44,7,44,2,45,7,45,2,46,
        7,46,1,0,1,0,5,0,97,8,0,10,0,12,0,100,9,0,1,0,1,0,1,1,1,1,1,1,1,
        1,1,1,1,1,3,1,110,8,1,1,1,1,1,1,1,1,1,1,1,3,1,117,8,1,1,1,1,1,3,
        1,121,8,1,1,1,1,1,1,1,1,1,3,1,127,8,1,1,1,1,1,3,1,131,8,1,1,1,1,
        1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,146,8,1,1,1,1,
        1,1,1,1,1,1,1,3,1,153,8,1,1,1,1,1,3,1,157,8,1,1,1,1,1,1,1,1,1,1,
        1,1,1,3,1,165,8,1,1,1,1,1,1,1,1,1,1,1,1,1,5,1,173,8,1,10,1,12,1,
        176,9,1,1,1,1,1,3,1,180,8,1,1,1,1,1,1,1,1,1,1,1,3,1,187,8,1,1,1,
        1,1,1,1,1,1,1,1,1,1,3,1,195,8,1,1,1,1,1,1,1,1,1,1,1,1,1,3,1,203,
        8,1,1,1,1,1,1,1,1,1,1,1,1,1,5,1,211,8,1,10,1,12,1,214,9,1,3,1,216,
        8,1,1,1,1,1,3,1,220,8,1,1,2,1,2,3,2,224,8,2,1,2,1,2,1,2,3,2,229,
        8,2,1,2,1,2,3,2,233,8,2,1,2,5,2,236,8,2,10,2,12,2,239,9,2,1,2,1,
        2,1,2,1,3,1,3,1,3,1,3,5,3,248,8,3,10,3,12,3,251,9,3,1,3,1,3,1,4,
        1,4,1,4,3,4,258,8,4,1,5,1,5,1,5,1,5,1,5,1,5,1,5,1,5,3,5,268,8,5,
        1,6,1,6,1,6,1,7,1,7,1,7,1,7,1,8,1,8,1,8,1,8,1,9,1,9,1,9,1,10,1,10,
        1,10,1,10,1,10,5,10,289,8,10,10,10,12,10,292,9,10,1,10,1,10,1,11,
        1,11,1,11,1,11,1,12,1,12,1,12,1,13,1,13,3,13,305,8,13,1,13,1,13,
        1,14,1,14,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,1,15,3,15,
        321,8,15,1,15,1,15,3,15,325,8,15,1,16,1,16,1,17,1,17,3,17,331,8,
        17,1,17,1,17,1,18,1,18,1,18,5,18,338,8,18,10,18,12,18,341,9,18,1,
        18,3,18,344,8,18,1,19,1,19,1,19,3,19,349,8,19,1,20,1,20,1,20,1,20,
        1,20,1,20,5,20,357,8,20,10,20,12,20,360,9,20,1,20,5,20,363,8,20,
        10,20,12,20,366,9,20,1,21,1,21,1,21,1,21,3,21,372,8,21,1,22,1,22,
        1,22,1,23,1,23,1,23,1,23,1,23,1,23,1,24,1,24,1,24,1,24,1,24,1,24,
        1,24,1,24,1,24,1,24,1,24,1,24,1,24,3,24,396,8,24,1,25,4,25,399,8,
        25,11,25,12,25,400,1,26,1,26,1,27,1,27,1,27,1,27,1,27,1,28,1,28,
        4,28,412,8,28,11,28,12,28,413,1,29,1,29,1,29,3,29,419,8,29,1,29,
        1,29,1,30,4,30,424,8,30,11,30,12,30,425,1,31,1,31,5,31,430,8,31,
        10,31,12,31,433,9,31,1,31,1,31,3,31,437,8,31,1,32,1,32,5,32,441,
        8,32,10,32,12,32,444,9,32,1,32,4,32,447,8,32,11,32,12,32,448,1,32,
        4,32,452,8,32,11,32,12,32,453,5,32,456,8,32,10,32,12,32,459,9,32,
        1,32,1,32,5,32,463,8,32,10,32,12,32,466,9,32,3,32,468,8,32,1,33,
        1,33,1,33,3,33,473,8,33,1,33,1,33,1,34,1,34,1,34,1,34,3,34,481,8,
        34,1,35,1,35,1,35,1,36,1,36,1,36,1,36,1,37,1,37,1,37,1,38,1,38,1,
        38,1,39,1,39,1,39,5,39,499,8,39,10,39,12,39,502,9,39,1,40,1,40,1,
        40,1,40,5,40,508,8,40,10,40,12,40,511,9,40,1,40,1,40,1,41,1,41,1,
        41,3,41,518,8,41,1,42,1,42,1,43,3,43,523,8,43,1,43,1,43,1,44,3,44,
        528,8,44,1,44,1,44,1,45,1,45,1,46,1,46,1,46,0,0,47,0,2,4,6,8,10,
        12,14,16,18,20,22,24,26,28,30,32,34,36,38,40,42,44,46,48,50,52,54,
        56,58,60,62,64,66,68,70,72,74,76,78,80,82,84,86,88,90,92,0,12,1,
        0,18,19,4,0,5,5,20,20,29,29,34,34,4,0,15,16,31,32,40,41,58,59,1,
        0,79,79,3,0,17,17,36,36,72,72,2,0,43,43,48,48,1,0,79,81,2,0,6,6,
        79,79,2,0,28,28,35,35,1,0,89,90,2,0,26,26,71,71,1,0,1,78,577,0,94,
        1,0,0,0,2,219,1,0,0,0,4,221,1,0,0,0,6,243,1,0,0,0,8,254,1,0,0,0,
        10,267,1,0,0,0,12,269,1,0,0,0,14,272,1,0,0,0,16,276,1,0,0,0,18,280,
        1,0,0,0,20,283,1,0,0,0,22,295,1,0,0,0,24,299,1,0,0,0,26,302,1,0,
        0,0,28,308,1,0,0,0,30,324,1,0,0,0,32,326,1,0,0,0,34,328,1,0,0,0,
        36,343,1,0,0,0,38,348,1,0,0,0,40,350,1,0,0,0,42,371,1,0,0,0,44,373,
        1,0,0,0,46,376,1,0,0,0,48,395,1,0,0,0,50,398,1,0,0,0,52,402,1,0,
        0,0,54,404,1,0,0,0,56,409,1,0,0,0,58,415,1,0,0,0,60,423,1,0,0,0,
        62,436,1,0,0,0,64,467,1,0,0,0,66,472,1,0,0,0,68,480,1,0,0,0,70,482,
        1,0,0,0,72,485,1,0,0,0,74,489,1,0,0,0,76,492,1,0,0,0,78,495,1,0,
        0,0,80,503,1,0,0,0,82,517,1,0,0,0,84,519,1,0,0,0,86,522,1,0,0,0,
        88,527,1,0,0,0,90,531,1,0,0,0,92,533,1,0,0,0,94,98,3,2,1,0,95,97,
        5,79,0,0,96,95,1,0,0,0,97,100,1,0,0,0,98,96,1,0,0,0,98,99,1,0,0,
        0,99,101,1,0,0,0,100,98,1,0,0,0,101,102,5,0,0,1,102,1,1,0,0,0,103,
        220,3,4,2,0,104,220,3,40,20,0,105,106,5,53,0,0,106,107,5,62,0,0,
        107,109,5,65,0,0,108,110,3,76,38,0,109,108,1,0,0,0,109,110,1,0,0,
        0,110,220,1,0,0,0,111,220,3,46,23,0,112,113,5,22,0,0,113,114,5,62,
        0,0,114,116,5,64,0,0,115,117,3,74,37,0,116,115,1,0,0,0,116,117,1,
        0,0,0,117,118,1,0,0,0,118,120,3,78,39,0,119,121,5,9,0,0,120,119,
        1,0,0,0,120,121,1,0,0,0,121,220,1,0,0,0,122,123,5,61,0,0,123,124,
        5,62,0,0,124,126,5,65,0,0,125,127,3,76,38,0,126,125,1,0,0,0,126,
        127,1,0,0,0,127,130,1,0,0,0,128,129,5,37,0,0,129,131,3,84,42,0,130,
        128,1,0,0,0,130,131,1,0,0,0,131,220,1,0,0,0,132,133,7,0,0,0,133,
        134,5,62,0,0,134,135,5,64,0,0,135,220,3,78,39,0,136,137,5,61,0,0,
        137,138,5,12,0,0,138,139,5,62,0,0,139,140,5,64,0,0,140,220,3,78,
        39,0,141,145,5,25,0,0,142,146,3,4,2,0,143,146,3,40,20,0,144,146,
        3,46,23,0,145,142,1,0,0,0,145,143,1,0,0,0,145,144,1,0,0,0,146,220,
        1,0,0,0,147,148,5,61,0,0,148,149,5,53,0,0,149,152,5,30,0,0,150,151,
        5,27,0,0,151,153,3,78,39,0,152,150,1,0,0,0,152,153,1,0,0,0,153,156,
        1,0,0,0,154,155,5,38,0,0,155,157,3,86,43,0,156,154,1,0,0,0,156,157,
        1,0,0,0,157,220,1,0,0,0,158,159,5,74,0,0,159,160,5,62,0,0,160,161,
        5,64,0,0,161,220,3,78,39,0,162,164,5,12,0,0,163,165,3,70,35,0,164,
        163,1,0,0,0,164,165,1,0,0,0,165,166,1,0,0,0,166,167,5,69,0,0,167,
        168,3,78,39,0,168,169,5,1,0,0,169,174,3,52,26,0,170,171,5,50,0,0,
        171,173,3,52,26,0,172,170,1,0,0,0,173,176,1,0,0,0,174,172,1,0,0,
        0,174,175,1,0,0,0,175,177,1,0,0,0,176,174,1,0,0,0,177,179,3,54,27,
        0,178,180,3,56,28,0,179,178,1,0,0,0,179,180,1,0,0,0,180,186,1,0,
        0,0,181,182,5,75,0,0,182,183,5,80,0,0,183,184,3,60,30,0,184,185,
        5,81,0,0,185,187,1,0,0,0,186,181,1,0,0,0,186,187,1,0,0,0,187,188,
        1,0,0,0,188,189,5,3,0,0,189,190,3,64,32,0,190,220,1,0,0,0,191,192,
        5,22,0,0,192,194,5,69,0,0,193,195,3,74,37,0,194,193,1,0,0,0,194,
        195,1,0,0,0,195,196,1,0,0,0,196,197,3,78,39,0,197,198,3,54,27,0,
        198,220,1,0,0,0,199,200,5,61,0,0,200,202,5,70,0,0,201,203,3,54,27,
        0,202,201,1,0,0,0,202,203,1,0,0,0,203,220,1,0,0,0,204,205,5,8,0,
        0,205,206,3,78,39,0,206,215,5,80,0,0,207,212,3,66,33,0,208,209,5,
        82,0,0,209,211,3,66,33,0,210,208,1,0,0,0,211,214,1,0,0,0,212,210,
        1,0,0,0,212,213,1,0,0,0,213,216,1,0,0,0,214,212,1,0,0,0,215,207,
        1,0,0,0,215,216,1,0,0,0,216,217,1,0,0,0,217,218,5,81,0,0,218,220,
        1,0,0,0,219,103,1,0,0,0,219,104,1,0,0,0,219,105,1,0,0,0,219,111,
        1,0,0,0,219,112,1,0,0,0,219,122,1,0,0,0,219,132,1,0,0,0,219,136,
        1,0,0,0,219,141,1,0,0,0,219,147,1,0,0,0,219,158,1,0,0,0,219,162,
        1,0,0,0,219,191,1,0,0,0,219,199,1,0,0,0,219,204,1,0,0,0,220,3,1,
        0,0,0,221,223,5,12,0,0,222,224,3,70,35,0,223,222,1,0,0,0,223,224,
        1,0,0,0,224,225,1,0,0,0,225,226,5,62,0,0,226,228,5,64,0,0,227,229,
        3,72,36,0,228,227,1,0,0,0,228,229,1,0,0,0,229,230,1,0,0,0,230,232,
        3,78,39,0,231,233,3,6,3,0,232,231,1,0,0,0,232,233,1,0,0,0,233,237,
        1,0,0,0,234,236,3,10,5,0,235,234,1,0,0,0,236,239,1,0,0,0,237,235,
        1,0,0,0,237,238,1,0,0,0,238,240,1,0,0,0,239,237,1,0,0,0,240,241,
        5,3,0,0,241,242,3,50,25,0,242,5,1,0,0,0,243,244,5,80,0,0,244,249,
        3,8,4,0,245,246,5,82,0,0,246,248,3,8,4,0,247,245,1,0,0,0,248,251,
        1,0,0,0,249,247,1,0,0,0,249,250,1,0,0,0,250,252,1,0,0,0,251,249,
        1,0,0,0,252,253,5,81,0,0,253,7,1,0,0,0,254,257,3,82,41,0,255,256,
        5,11,0,0,256,258,3,84,42,0,257,255,1,0,0,0,257,258,1,0,0,0,258,9,
        1,0,0,0,259,268,3,12,6,0,260,268,3,14,7,0,261,268,3,16,8,0,262,268,
        3,18,9,0,263,268,3,20,10,0,264,268,3,22,11,0,265,268,3,24,12,0,266,
        268,3,26,13,0,267,259,1,0,0,0,267,260,1,0,0,0,267,261,1,0,0,0,267,
        262,1,0,0,0,267,263,1,0,0,0,267,264,1,0,0,0,267,265,1,0,0,0,267,
        266,1,0,0,0,268,11,1,0,0,0,269,270,5,11,0,0,270,271,3,84,42,0,271,
        13,1,0,0,0,272,273,5,51,0,0,273,274,5,7,0,0,274,275,3,80,40,0,275,
        15,1,0,0,0,276,277,5,10,0,0,277,278,5,7,0,0,278,279,3,80,40,0,279,
        17,1,0,0,0,280,281,5,39,0,0,281,282,3,84,42,0,282,19,1,0,0,0,283,
        284,5,66,0,0,284,285,5,80,0,0,285,290,3,34,17,0,286,287,5,82,0,0,
        287,289,3,34,17,0,288,286,1,0,0,0,289,292,1,0,0,0,290,288,1,0,0,
        0,290,291,1,0,0,0,291,293,1,0,0,0,292,290,1,0,0,0,293,294,5,81,0,
        0,294,21,1,0,0,0,295,296,5,53,0,0,296,297,5,42,0,0,297,298,3,28,
        14,0,298,23,1,0,0,0,299,300,5,57,0,0,300,301,3,30,15,0,301,25,1,
        0,0,0,302,304,5,76,0,0,303,305,5,44,0,0,304,303,1,0,0,0,304,305,
        1,0,0,0,305,306,1,0,0,0,306,307,5,14,0,0,307,27,1,0,0,0,308,309,
        7,1,0,0,309,29,1,0,0,0,310,311,5,23,0,0,311,312,3,86,43,0,312,313,
        3,32,16,0,313,325,1,0,0,0,314,315,5,13,0,0,315,320,3,84,42,0,316,
        317,5,4,0,0,317,318,5,67,0,0,318,319,5,78,0,0,319,321,3,84,42,0,
        320,316,1,0,0,0,320,321,1,0,0,0,321,325,1,0,0,0,322,325,5,21,0,0,
        323,325,5,45,0,0,324,310,1,0,0,0,324,314,1,0,0,0,324,322,1,0,0,0,
        324,323,1,0,0,0,325,31,1,0,0,0,326,327,7,2,0,0,327,33,1,0,0,0,328,
        330,3,36,18,0,329,331,5,84,0,0,330,329,1,0,0,0,330,331,1,0,0,0,331,
        332,1,0,0,0,332,333,3,38,19,0,333,35,1,0,0,0,334,339,3,82,41,0,335,
        336,5,83,0,0,336,338,3,82,41,0,337,335,1,0,0,0,338,341,1,0,0,0,339,
        337,1,0,0,0,339,340,1,0,0,0,340,344,1,0,0,0,341,339,1,0,0,0,342,
        344,3,84,42,0,343,334,1,0,0,0,343,342,1,0,0,0,344,37,1,0,0,0,345,
        349,3,84,42,0,346,349,3,88,44,0,347,349,3,90,45,0,348,345,1,0,0,
        0,348,346,1,0,0,0,348,347,1,0,0,0,349,39,1,0,0,0,350,351,5,53,0,
        0,351,352,5,62,0,0,352,353,5,64,0,0,353,358,3,78,39,0,354,355,5,
        82,0,0,355,357,3,78,39,0,356,354,1,0,0,0,357,360,1,0,0,0,358,356,
        1,0,0,0,358,359,1,0,0,0,359,364,1,0,0,0,360,358,1,0,0,0,361,363,
        3,42,21,0,362,361,1,0,0,0,363,366,1,0,0,0,364,362,1,0,0,0,364,365,
        1,0,0,0,365,41,1,0,0,0,366,364,1,0,0,0,367,372,5,29,0,0,368,372,
        5,20,0,0,369,372,3,44,22,0,370,372,5,9,0,0,371,367,1,0,0,0,371,368,
        1,0,0,0,371,369,1,0,0,0,371,370,1,0,0,0,372,43,1,0,0,0,373,374,5,
        77,0,0,374,375,5,73,0,0,375,45,1,0,0,0,376,377,5,2,0,0,377,378,5,
        62,0,0,378,379,5,64,0,0,379,380,3,78,39,0,380,381,3,48,24,0,381,
        47,1,0,0,0,382,383,5,60,0,0,383,396,3,22,11,0,384,385,5,60,0,0,385,
        396,3,24,12,0,386,387,5,60,0,0,387,396,3,20,10,0,388,396,5,63,0,
        0,389,396,5,56,0,0,390,391,5,54,0,0,391,392,5,68,0,0,392,396,3,78,
        39,0,393,394,5,3,0,0,394,396,3,50,25,0,395,382,1,0,0,0,395,384,1,
        0,0,0,395,386,1,0,0,0,395,388,1,0,0,0,395,389,1,0,0,0,395,390,1,
        0,0,0,395,393,1,0,0,0,396,49,1,0,0,0,397,399,8,3,0,0,398,397,1,0,
        0,0,399,400,1,0,0,0,400,398,1,0,0,0,400,401,1,0,0,0,401,51,1,0,0,
        0,402,403,7,4,0,0,403,53,1,0,0,0,404,405,5,49,0,0,405,406,5,62,0,
        0,406,407,5,64,0,0,407,408,3,78,39,0,408,55,1,0,0,0,409,411,5,52,
        0,0,410,412,3,58,29,0,411,410,1,0,0,0,412,413,1,0,0,0,413,411,1,
        0,0,0,413,414,1,0,0,0,414,57,1,0,0,0,415,416,7,5,0,0,416,418,5,64,
        0,0,417,419,5,3,0,0,418,417,1,0,0,0,418,419,1,0,0,0,419,420,1,0,
        0,0,420,421,3,82,41,0,421,59,1,0,0,0,422,424,3,62,31,0,423,422,1,
        0,0,0,424,425,1,0,0,0,425,423,1,0,0,0,425,426,1,0,0,0,426,61,1,0,
        0,0,427,431,5,80,0,0,428,430,3,62,31,0,429,428,1,0,0,0,430,433,1,
        0,0,0,431,429,1,0,0,0,431,432,1,0,0,0,432,434,1,0,0,0,433,431,1,
        0,0,0,434,437,5,81,0,0,435,437,8,6,0,0,436,427,1,0,0,0,436,435,1,
        0,0,0,437,63,1,0,0,0,438,442,5,6,0,0,439,441,8,3,0,0,440,439,1,0,
        0,0,441,444,1,0,0,0,442,440,1,0,0,0,442,443,1,0,0,0,443,457,1,0,
        0,0,444,442,1,0,0,0,445,447,5,79,0,0,446,445,1,0,0,0,447,448,1,0,
        0,0,448,446,1,0,0,0,448,449,1,0,0,0,449,451,1,0,0,0,450,452,8,3,
        0,0,451,450,1,0,0,0,452,453,1,0,0,0,453,451,1,0,0,0,453,454,1,0,
        0,0,454,456,1,0,0,0,455,446,1,0,0,0,456,459,1,0,0,0,457,455,1,0,
        0,0,457,458,1,0,0,0,458,468,1,0,0,0,459,457,1,0,0,0,460,464,8,7,
        0,0,461,463,8,3,0,0,462,461,1,0,0,0,463,466,1,0,0,0,464,462,1,0,
        0,0,464,465,1,0,0,0,465,468,1,0,0,0,466,464,1,0,0,0,467,438,1,0,
        0,0,467,460,1,0,0,0,468,65,1,0,0,0,469,470,3,82,41,0,470,471,5,85,
        0,0,471,473,1,0,0,0,472,469,1,0,0,0,472,473,1,0,0,0,473,474,1,0,
        0,0,474,475,3,68,34,0,475,67,1,0,0,0,476,481,3,84,42,0,477,481,3,
        88,44,0,478,481,3,90,45,0,479,481,5,47,0,0,480,476,1,0,0,0,480,477,
        1,0,0,0,480,478,1,0,0,0,480,479,1,0,0,0,481,69,1,0,0,0,482,483,5,
        50,0,0,483,484,5,55,0,0,484,71,1,0,0,0,485,486,5,33,0,0,486,487,
        5,46,0,0,487,488,5,24,0,0,488,73,1,0,0,0,489,490,5,33,0,0,490,491,
        5,24,0,0,491,75,1,0,0,0,492,493,7,8,0,0,493,494,3,78,39,0,494,77,
        1,0,0,0,495,500,3,82,41,0,496,497,5,83,0,0,497,499,3,82,41,0,498,
        496,1,0,0,0,499,502,1,0,0,0,500,498,1,0,0,0,500,501,1,0,0,0,501,
        79,1,0,0,0,502,500,1,0,0,0,503,504,5,80,0,0,504,509,3,82,41,0,505,
        506,5,82,0,0,506,508,3,82,41,0,507,505,1,0,0,0,508,511,1,0,0,0,509,
        507,1,0,0,0,509,510,1,0,0,0,510,512,1,0,0,0,511,509,1,0,0,0,512,
        513,5,81,0,0,513,81,1,0,0,0,514,518,5,91,0,0,515,518,5,88,0,0,516,
        518,3,92,46,0,517,514,1,0,0,0,517,515,1,0,0,0,517,516,1,0,0,0,518,
        83,1,0,0,0,519,520,5,87,0,0,520,85,1,0,0,0,521,523,5,86,0,0,522,
        521,1,0,0,0,522,523,1,0,0,0,523,524,1,0,0,0,524,525,5,89,0,0,525,
        87,1,0,0,0,526,528,5,86,0,0,527,526,1,0,0,0,527,528,1,0,0,0,528,
        529,1,0,0,0,529,530,7,9,0,0,530,89,1,0,0,0,531,532,7,10,0,0,532,
        91,1,0,0,0,533,534,7,11,0,0,534,93,1,0,0,0,56,98,109,116,120,126,
        130,145,152,156,164,174,179,186,194,202,212,215,219,223,228,232,
        237,249,257,267,290,304,320,324,330,339,343,348,358,364,371,395,
        400,413,418,425,431,436,442,448,453,457,464,467,472,480,500,509,
        517,522,527
    ]

class StreamSqlParser ( Parser ):

    grammarFileName = "StreamSql.g4"

    atn = ATNDeserializer().deserialize(serializedATN())

    decisionsToDFA = [ DFA(ds, i) for i, ds in enumerate(atn.decisionToState) ]

    sharedContextCache = PredictionContextCache()

    literalNames = [ "<INVALID>", "'AFTER'", "'ALTER'", "'AS'", "'AT'",
                     "'AUTO'", "'BEGIN'", "'BY'", "'CALL'", "'CASCADE'",
                     "'CLUSTER'", "'COMMENT'", "'CREATE'", "'CRON'", "'DATA'",
                     "'DAY'", "'DAYS'", "'DELETE'", "'DESC'", "'DESCRIBE'",
                     "'DIFFERENTIAL'", "'DOWNSTREAM'", "'DROP'", "'EVERY'",
                     "'EXISTS'", "'EXPLAIN'", "'FALSE'", "'FOR'", "'FROM'",
                     "'FULL'", "'HISTORY'", "'HOUR'", "'HOURS'", "'IF'",
                     "'IMMEDIATE'", "'IN'", "'INSERT'", "'LIKE'", "'LIMIT'",
                     "'LOCATION'", "'MINUTE'", "'MINUTES'", "'MODE'", "'NEW'",
                     "'NO'", "'NONE'", "'NOT'", "'NULL'", "'OLD'", "'ON'",
                     "'OR'", "'PARTITIONED'", "'REFERENCING'", "'REFRESH'",
                     "'RENAME'", "'REPLACE'", "'RESUME'", "'SCHEDULE'",
                     "'SECOND'", "'SECONDS'", "'SET'", "'SHOW'", "'STREAM'",
                     "'SUSPEND'", "'TABLE'", "'TABLES'", "'TBLPROPERTIES'",
                     "'TIME'", "'TO'", "'TRIGGER'", "'TRIGGERS'", "'TRUE'",
                     "'UPDATE'", "'UPSTREAM'", "'VERIFY'", "'WHEN'", "'WITH'",
                     "'WITHOUT'", "'ZONE'", "';'", "'('", "')'", "','",
                     "'.'", "'='", "'=>'", "'-'" ]

    symbolicNames = [ "<INVALID>", "AFTER", "ALTER", "AS", "AT", "AUTO",
                      "BEGIN", "BY", "CALL", "CASCADE", "CLUSTER", "COMMENT",
                      "CREATE", "CRON", "DATA", "DAY", "DAYS", "DELETE",
                      "DESC", "DESCRIBE", "DIFFERENTIAL", "DOWNSTREAM",
                      "DROP", "EVERY", "EXISTS", "EXPLAIN", "FALSE", "FOR",
                      "FROM", "FULL", "HISTORY", "HOUR", "HOURS", "IF",
                      "IMMEDIATE", "IN", "INSERT", "LIKE", "LIMIT", "LOCATION",
                      "MINUTE", "MINUTES", "MODE", "NEW", "NO", "NONE",
                      "NOT", "NULL", "OLD", "ON", "OR", "PARTITIONED", "REFERENCING",
                      "REFRESH", "RENAME", "REPLACE", "RESUME", "SCHEDULE",
                      "SECOND", "SECONDS", "SET", "SHOW", "STREAM", "SUSPEND",
                      "TABLE", "TABLES", "TBLPROPERTIES", "TIME", "TO",
                      "TRIGGER", "TRIGGERS", "TRUE", "UPDATE", "UPSTREAM",
                      "VERIFY", "WHEN", "WITH", "WITHOUT", "ZONE", "SEMICOLON",
                      "LEFT_PAREN", "RIGHT_PAREN", "COMMA", "DOT", "EQUALS",
                      "ARROW", "MINUS", "STRING", "BACKQUOTED_IDENTIFIER",
                      "INTEGER", "DECIMAL", "IDENTIFIER", "LINE_COMMENT",
                      "BRACKETED_COMMENT", "SPACE", "UNCLOSED_QUOTE", "ANY_CHARACTER" ]

    RULE_singleStatement = 0
    RULE_ownStatement = 1
    RULE_createStreamTable = 2
    RULE_columnList = 3
    RULE_column = 4
    RULE_clause = 5
    RULE_commentClause = 6
    RULE_partitionedByClause = 7
    RULE_clusterByClause = 8
    RULE_locationClause = 9
    RULE_propertiesClause = 10
    RULE_refreshModeClause = 11
    RULE_scheduleClause = 12
    RULE_dataClause = 13
    RULE_refreshMode = 14
    RULE_schedule = 15
    RULE_timeUnit = 16
    RULE_property = 17
    RULE_propertyKey = 18
    RULE_propertyValue = 19
    RULE_refreshStreamTable = 20
    RULE_refreshOption = 21
    RULE_withoutUpstream = 22
    RULE_alterStreamTable = 23
    RULE_alterAction = 24
    RULE_query = 25
    RULE_event = 26
    RULE_onStreamTable = 27
    RULE_referencing = 28
    RULE_transitionTable = 29
    RULE_condition = 30
    RULE_conditionPart = 31
    RULE_triggerBody = 32
    RULE_argument = 33
    RULE_argumentValue = 34
    RULE_orReplace = 35
    RULE_ifNotExists = 36
    RULE_ifExists = 37
    RULE_inSchema = 38
    RULE_qualifiedName = 39
    RULE_identifierList = 40
    RULE_identifier = 41
    RULE_stringLiteral = 42
    RULE_wholeNumber = 43
    RULE_number = 44
    RULE_booleanLiteral = 45
    RULE_nonReserved = 46

    ruleNames =  [ "singleStatement", "ownStatement", "createStreamTable",
                   "columnList", "column", "clause", "commentClause", "partitionedByClause",
                   "clusterByClause", "locationClause", "propertiesClause",
                   "refreshModeClause", "scheduleClause", "dataClause",
                   "refreshMode", "schedule", "timeUnit", "property", "propertyKey",
                   "propertyValue", "refreshStreamTable", "refreshOption",
                   "withoutUpstream", "alterStreamTable", "alterAction",
                   "query", "event", "onStreamTable", "referencing", "transitionTable",
                   "condition", "conditionPart", "triggerBody", "argument",
                   "argumentValue", "orReplace", "ifNotExists", "ifExists",
                   "inSchema", "qualifiedName", "identifierList", "identifier",
                   "stringLiteral", "wholeNumber", "number", "booleanLiteral",
                   "nonReserved" ]

    EOF = Token.EOF
    AFTER=1
    ALTER=2
    AS=3
    AT=4
    AUTO=5
    BEGIN=6
    BY=7
    CALL=8
    CASCADE=9
    CLUSTER=10
    COMMENT=11
    CREATE=12
    CRON=13
    DATA=14
    DAY=15
    DAYS=16
    DELETE=17
    DESC=18
    DESCRIBE=19
    DIFFERENTIAL=20
    DOWNSTREAM=21
    DROP=22
    EVERY=23
    EXISTS=24
    EXPLAIN=25
    FALSE=26
    FOR=27
    FROM=28
    FULL=29
    HISTORY=30
    HOUR=31
    HOURS=32
    IF=33
    IMMEDIATE=34
    IN=35
    INSERT=36
    LIKE=37
    LIMIT=38
    LOCATION=39
    MINUTE=40
    MINUTES=41
    MODE=42
    NEW=43
    NO=44
    NONE=45
    NOT=46
    NULL=47
    OLD=48
    ON=49
    OR=50
    PARTITIONED=51
    REFERENCING=52
    REFRESH=53
    RENAME=54
    REPLACE=55
    RESUME=56
    SCHEDULE=57
    SECOND=58
    SECONDS=59
    SET=60
    SHOW=61
    STREAM=62
    SUSPEND=63
    TABLE=64
    TABLES=65
    TBLPROPERTIES=66
    TIME=67
    TO=68
    TRIGGER=69
    TRIGGERS=70
    TRUE=71
    UPDATE=72
    UPSTREAM=73
    VERIFY=74
    WHEN=75
    WITH=76
    WITHOUT=77
    ZONE=78
    SEMICOLON=79
    LEFT_PAREN=80
    RIGHT_PAREN=81
    COMMA=82
    DOT=83
    EQUALS=84
    ARROW=85
    MINUS=86
    STRING=87
    BACKQUOTED_IDENTIFIER=88
    INTEGER=89
    DECIMAL=90
    IDENTIFIER=91
    LINE_COMMENT=92
    BRACKETED_COMMENT=93
    SPACE=94
    UNCLOSED_QUOTE=95
    ANY_CHARACTER=96

    def __init__(self, input:TokenStream, output:TextIO = sys.stdout):
        super().__init__(input, output)
        self.checkVersion("4.13.2")
        self._interp = ParserATNSimulator(self, self.atn, self.decisionsToDFA, self.sharedContextCache)
        self._predicates = None




    class SingleStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ownStatement(self):
            return self.getTypedRuleContext(StreamSqlParser.OwnStatementContext,0)


        def EOF(self):
            return self.getToken(StreamSqlParser.EOF, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_singleStatement

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSingleStatement" ):
                return visitor.visitSingleStatement(self)
            else:
                return visitor.visitChildren(self)




    def singleStatement(self):

        localctx = StreamSqlParser.SingleStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 0, self.RULE_singleStatement)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 94
            self.ownStatement()
            self.state = 98
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==79:
                self.state = 95
                self.match(StreamSqlParser.SEMICOLON)
                self.state = 100
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 101
            self.match(StreamSqlParser.EOF)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OwnStatementContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_ownStatement


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class DropContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDrop" ):
                return visitor.visitDrop(self)
            else:
                return visitor.visitChildren(self)


    class ExplainContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)
        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)

        def alterStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitExplain" ):
                return visitor.visitExplain(self)
            else:
                return visitor.visitChildren(self)


    class ShowCreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowCreate" ):
                return visitor.visitShowCreate(self)
            else:
                return visitor.visitChildren(self)


    class DescribeTableContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)
        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDescribeTable" ):
                return visitor.visitDescribeTable(self)
            else:
                return visitor.visitChildren(self)


    class CreateTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)
        def event(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.EventContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.EventContext,i)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def triggerBody(self):
            return self.getTypedRuleContext(StreamSqlParser.TriggerBodyContext,0)

        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)

        def OR(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.OR)
            else:
                return self.getToken(StreamSqlParser.OR, i)
        def referencing(self):
            return self.getTypedRuleContext(StreamSqlParser.ReferencingContext,0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)
        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def condition(self):
            return self.getTypedRuleContext(StreamSqlParser.ConditionContext,0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateTrigger" ):
                return visitor.visitCreateTrigger(self)
            else:
                return visitor.visitChildren(self)


    class RefreshContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def refreshStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefresh" ):
                return visitor.visitRefresh(self)
            else:
                return visitor.visitChildren(self)


    class DropTriggerContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)
        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)

        def ifExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfExistsContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDropTrigger" ):
                return visitor.visitDropTrigger(self)
            else:
                return visitor.visitChildren(self)


    class ShowTablesContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)
        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTables" ):
                return visitor.visitShowTables(self)
            else:
                return visitor.visitChildren(self)


    class CallContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)
        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)
        def argument(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ArgumentContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ArgumentContext,i)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCall" ):
                return visitor.visitCall(self)
            else:
                return visitor.visitChildren(self)


    class ShowHistoryContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)
        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowHistory" ):
                return visitor.visitShowHistory(self)
            else:
                return visitor.visitChildren(self)


    class RefreshAllContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)
        def inSchema(self):
            return self.getTypedRuleContext(StreamSqlParser.InSchemaContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshAll" ):
                return visitor.visitRefreshAll(self)
            else:
                return visitor.visitChildren(self)


    class ShowTriggersContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)
        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)
        def onStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.OnStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitShowTriggers" ):
                return visitor.visitShowTriggers(self)
            else:
                return visitor.visitChildren(self)


    class CreateContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def createStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.CreateStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreate" ):
                return visitor.visitCreate(self)
            else:
                return visitor.visitChildren(self)


    class VerifyContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)
        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)
        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitVerify" ):
                return visitor.visitVerify(self)
            else:
                return visitor.visitChildren(self)


    class AlterContext(OwnStatementContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.OwnStatementContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def alterStreamTable(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterStreamTableContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitAlter" ):
                return visitor.visitAlter(self)
            else:
                return visitor.visitChildren(self)



    def ownStatement(self):

        localctx = StreamSqlParser.OwnStatementContext(self, self._ctx, self.state)
        self.enterRule(localctx, 2, self.RULE_ownStatement)
        self._la = 0 # Token type
        try:
            self.state = 219
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,17,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.CreateContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 103
                self.createStreamTable()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.RefreshContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 104
                self.refreshStreamTable()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.RefreshAllContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 105
                self.match(StreamSqlParser.REFRESH)
                self.state = 106
                self.match(StreamSqlParser.STREAM)
                self.state = 107
                self.match(StreamSqlParser.TABLES)
                self.state = 109
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==28 or _la==35:
                    self.state = 108
                    self.inSchema()


                pass

            elif la_ == 4:
                localctx = StreamSqlParser.AlterContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 111
                self.alterStreamTable()
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.DropContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 112
                self.match(StreamSqlParser.DROP)
                self.state = 113
                self.match(StreamSqlParser.STREAM)
                self.state = 114
                self.match(StreamSqlParser.TABLE)
                self.state = 116
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,2,self._ctx)
                if la_ == 1:
                    self.state = 115
                    self.ifExists()


                self.state = 118
                self.qualifiedName()
                self.state = 120
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==9:
                    self.state = 119
                    self.match(StreamSqlParser.CASCADE)


                pass

            elif la_ == 6:
                localctx = StreamSqlParser.ShowTablesContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 122
                self.match(StreamSqlParser.SHOW)
                self.state = 123
                self.match(StreamSqlParser.STREAM)
                self.state = 124
                self.match(StreamSqlParser.TABLES)
                self.state = 126
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==28 or _la==35:
                    self.state = 125
                    self.inSchema()


                self.state = 130
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==37:
                    self.state = 128
                    self.match(StreamSqlParser.LIKE)
                    self.state = 129
                    self.stringLiteral()


                pass

            elif la_ == 7:
                localctx = StreamSqlParser.DescribeTableContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 132
                _la = self._input.LA(1)
                if not(_la==18 or _la==19):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 133
                self.match(StreamSqlParser.STREAM)
                self.state = 134
                self.match(StreamSqlParser.TABLE)
                self.state = 135
                self.qualifiedName()
                pass

            elif la_ == 8:
                localctx = StreamSqlParser.ShowCreateContext(self, localctx)
                self.enterOuterAlt(localctx, 8)
                self.state = 136
                self.match(StreamSqlParser.SHOW)
                self.state = 137
                self.match(StreamSqlParser.CREATE)
                self.state = 138
                self.match(StreamSqlParser.STREAM)
                self.state = 139
                self.match(StreamSqlParser.TABLE)
                self.state = 140
                self.qualifiedName()
                pass

            elif la_ == 9:
                localctx = StreamSqlParser.ExplainContext(self, localctx)
                self.enterOuterAlt(localctx, 9)
                self.state = 141
                self.match(StreamSqlParser.EXPLAIN)
                self.state = 145
                self._errHandler.sync(self)
                token = self._input.LA(1)
                if token in [12]:
                    self.state = 142
                    self.createStreamTable()
                    pass
                elif token in [53]:
                    self.state = 143
                    self.refreshStreamTable()
                    pass
                elif token in [2]:
                    self.state = 144
                    self.alterStreamTable()
                    pass
                else:
                    raise NoViableAltException(self)

                pass

            elif la_ == 10:
                localctx = StreamSqlParser.ShowHistoryContext(self, localctx)
                self.enterOuterAlt(localctx, 10)
                self.state = 147
                self.match(StreamSqlParser.SHOW)
                self.state = 148
                self.match(StreamSqlParser.REFRESH)
                self.state = 149
                self.match(StreamSqlParser.HISTORY)
                self.state = 152
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==27:
                    self.state = 150
                    self.match(StreamSqlParser.FOR)
                    self.state = 151
                    self.qualifiedName()


                self.state = 156
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==38:
                    self.state = 154
                    self.match(StreamSqlParser.LIMIT)
                    self.state = 155
                    self.wholeNumber()


                pass

            elif la_ == 11:
                localctx = StreamSqlParser.VerifyContext(self, localctx)
                self.enterOuterAlt(localctx, 11)
                self.state = 158
                self.match(StreamSqlParser.VERIFY)
                self.state = 159
                self.match(StreamSqlParser.STREAM)
                self.state = 160
                self.match(StreamSqlParser.TABLE)
                self.state = 161
                self.qualifiedName()
                pass

            elif la_ == 12:
                localctx = StreamSqlParser.CreateTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 12)
                self.state = 162
                self.match(StreamSqlParser.CREATE)
                self.state = 164
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==50:
                    self.state = 163
                    self.orReplace()


                self.state = 166
                self.match(StreamSqlParser.TRIGGER)
                self.state = 167
                self.qualifiedName()
                self.state = 168
                self.match(StreamSqlParser.AFTER)
                self.state = 169
                self.event()
                self.state = 174
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==50:
                    self.state = 170
                    self.match(StreamSqlParser.OR)
                    self.state = 171
                    self.event()
                    self.state = 176
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 177
                self.onStreamTable()
                self.state = 179
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==52:
                    self.state = 178
                    self.referencing()


                self.state = 186
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==75:
                    self.state = 181
                    self.match(StreamSqlParser.WHEN)
                    self.state = 182
                    self.match(StreamSqlParser.LEFT_PAREN)
                    self.state = 183
                    self.condition()
                    self.state = 184
                    self.match(StreamSqlParser.RIGHT_PAREN)


                self.state = 188
                self.match(StreamSqlParser.AS)
                self.state = 189
                self.triggerBody()
                pass

            elif la_ == 13:
                localctx = StreamSqlParser.DropTriggerContext(self, localctx)
                self.enterOuterAlt(localctx, 13)
                self.state = 191
                self.match(StreamSqlParser.DROP)
                self.state = 192
                self.match(StreamSqlParser.TRIGGER)
                self.state = 194
                self._errHandler.sync(self)
                la_ = self._interp.adaptivePredict(self._input,13,self._ctx)
                if la_ == 1:
                    self.state = 193
                    self.ifExists()


                self.state = 196
                self.qualifiedName()
                self.state = 197
                self.onStreamTable()
                pass

            elif la_ == 14:
                localctx = StreamSqlParser.ShowTriggersContext(self, localctx)
                self.enterOuterAlt(localctx, 14)
                self.state = 199
                self.match(StreamSqlParser.SHOW)
                self.state = 200
                self.match(StreamSqlParser.TRIGGERS)
                self.state = 202
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==49:
                    self.state = 201
                    self.onStreamTable()


                pass

            elif la_ == 15:
                localctx = StreamSqlParser.CallContext(self, localctx)
                self.enterOuterAlt(localctx, 15)
                self.state = 204
                self.match(StreamSqlParser.CALL)
                self.state = 205
                self.qualifiedName()
                self.state = 206
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 215
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 264273919) != 0):
                    self.state = 207
                    self.argument()
                    self.state = 212
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)
                    while _la==82:
                        self.state = 208
                        self.match(StreamSqlParser.COMMA)
                        self.state = 209
                        self.argument()
                        self.state = 214
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)



                self.state = 217
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CreateStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def orReplace(self):
            return self.getTypedRuleContext(StreamSqlParser.OrReplaceContext,0)


        def ifNotExists(self):
            return self.getTypedRuleContext(StreamSqlParser.IfNotExistsContext,0)


        def columnList(self):
            return self.getTypedRuleContext(StreamSqlParser.ColumnListContext,0)


        def clause(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ClauseContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ClauseContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_createStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCreateStreamTable" ):
                return visitor.visitCreateStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def createStreamTable(self):

        localctx = StreamSqlParser.CreateStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 4, self.RULE_createStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 221
            self.match(StreamSqlParser.CREATE)
            self.state = 223
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==50:
                self.state = 222
                self.orReplace()


            self.state = 225
            self.match(StreamSqlParser.STREAM)
            self.state = 226
            self.match(StreamSqlParser.TABLE)
            self.state = 228
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,19,self._ctx)
            if la_ == 1:
                self.state = 227
                self.ifNotExists()


            self.state = 230
            self.qualifiedName()
            self.state = 232
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==80:
                self.state = 231
                self.columnList()


            self.state = 237
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 155374736900099072) != 0) or _la==66 or _la==76:
                self.state = 234
                self.clause()
                self.state = 239
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 240
            self.match(StreamSqlParser.AS)
            self.state = 241
            self.query()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def column(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ColumnContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ColumnContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_columnList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumnList" ):
                return visitor.visitColumnList(self)
            else:
                return visitor.visitChildren(self)




    def columnList(self):

        localctx = StreamSqlParser.ColumnListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 6, self.RULE_columnList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 243
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 244
            self.column()
            self.state = 249
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 245
                self.match(StreamSqlParser.COMMA)
                self.state = 246
                self.column()
                self.state = 251
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 252
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ColumnContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_column

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitColumn" ):
                return visitor.visitColumn(self)
            else:
                return visitor.visitChildren(self)




    def column(self):

        localctx = StreamSqlParser.ColumnContext(self, self._ctx, self.state)
        self.enterRule(localctx, 8, self.RULE_column)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 254
            self.identifier()
            self.state = 257
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==11:
                self.state = 255
                self.match(StreamSqlParser.COMMENT)
                self.state = 256
                self.stringLiteral()


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def commentClause(self):
            return self.getTypedRuleContext(StreamSqlParser.CommentClauseContext,0)


        def partitionedByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PartitionedByClauseContext,0)


        def clusterByClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ClusterByClauseContext,0)


        def locationClause(self):
            return self.getTypedRuleContext(StreamSqlParser.LocationClauseContext,0)


        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def dataClause(self):
            return self.getTypedRuleContext(StreamSqlParser.DataClauseContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClause" ):
                return visitor.visitClause(self)
            else:
                return visitor.visitChildren(self)




    def clause(self):

        localctx = StreamSqlParser.ClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 10, self.RULE_clause)
        try:
            self.state = 267
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [11]:
                self.enterOuterAlt(localctx, 1)
                self.state = 259
                self.commentClause()
                pass
            elif token in [51]:
                self.enterOuterAlt(localctx, 2)
                self.state = 260
                self.partitionedByClause()
                pass
            elif token in [10]:
                self.enterOuterAlt(localctx, 3)
                self.state = 261
                self.clusterByClause()
                pass
            elif token in [39]:
                self.enterOuterAlt(localctx, 4)
                self.state = 262
                self.locationClause()
                pass
            elif token in [66]:
                self.enterOuterAlt(localctx, 5)
                self.state = 263
                self.propertiesClause()
                pass
            elif token in [53]:
                self.enterOuterAlt(localctx, 6)
                self.state = 264
                self.refreshModeClause()
                pass
            elif token in [57]:
                self.enterOuterAlt(localctx, 7)
                self.state = 265
                self.scheduleClause()
                pass
            elif token in [76]:
                self.enterOuterAlt(localctx, 8)
                self.state = 266
                self.dataClause()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class CommentClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_commentClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCommentClause" ):
                return visitor.visitCommentClause(self)
            else:
                return visitor.visitChildren(self)




    def commentClause(self):

        localctx = StreamSqlParser.CommentClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 12, self.RULE_commentClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 269
            self.match(StreamSqlParser.COMMENT)
            self.state = 270
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PartitionedByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_partitionedByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPartitionedByClause" ):
                return visitor.visitPartitionedByClause(self)
            else:
                return visitor.visitChildren(self)




    def partitionedByClause(self):

        localctx = StreamSqlParser.PartitionedByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 14, self.RULE_partitionedByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 272
            self.match(StreamSqlParser.PARTITIONED)
            self.state = 273
            self.match(StreamSqlParser.BY)
            self.state = 274
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ClusterByClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def identifierList(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierListContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_clusterByClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitClusterByClause" ):
                return visitor.visitClusterByClause(self)
            else:
                return visitor.visitChildren(self)




    def clusterByClause(self):

        localctx = StreamSqlParser.ClusterByClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 16, self.RULE_clusterByClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 276
            self.match(StreamSqlParser.CLUSTER)
            self.state = 277
            self.match(StreamSqlParser.BY)
            self.state = 278
            self.identifierList()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class LocationClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_locationClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitLocationClause" ):
                return visitor.visitLocationClause(self)
            else:
                return visitor.visitChildren(self)




    def locationClause(self):

        localctx = StreamSqlParser.LocationClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 18, self.RULE_locationClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 280
            self.match(StreamSqlParser.LOCATION)
            self.state = 281
            self.stringLiteral()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertiesClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def property_(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.PropertyContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.PropertyContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertiesClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertiesClause" ):
                return visitor.visitPropertiesClause(self)
            else:
                return visitor.visitChildren(self)




    def propertiesClause(self):

        localctx = StreamSqlParser.PropertiesClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 20, self.RULE_propertiesClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 283
            self.match(StreamSqlParser.TBLPROPERTIES)
            self.state = 284
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 285
            self.property_()
            self.state = 290
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 286
                self.match(StreamSqlParser.COMMA)
                self.state = 287
                self.property_()
                self.state = 292
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 293
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def refreshMode(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshModeClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshModeClause" ):
                return visitor.visitRefreshModeClause(self)
            else:
                return visitor.visitChildren(self)




    def refreshModeClause(self):

        localctx = StreamSqlParser.RefreshModeClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 22, self.RULE_refreshModeClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 295
            self.match(StreamSqlParser.REFRESH)
            self.state = 296
            self.match(StreamSqlParser.MODE)
            self.state = 297
            self.refreshMode()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def schedule(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_scheduleClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitScheduleClause" ):
                return visitor.visitScheduleClause(self)
            else:
                return visitor.visitChildren(self)




    def scheduleClause(self):

        localctx = StreamSqlParser.ScheduleClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 24, self.RULE_scheduleClause)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 299
            self.match(StreamSqlParser.SCHEDULE)
            self.state = 300
            self.schedule()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class DataClauseContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_dataClause

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDataClause" ):
                return visitor.visitDataClause(self)
            else:
                return visitor.visitChildren(self)




    def dataClause(self):

        localctx = StreamSqlParser.DataClauseContext(self, self._ctx, self.state)
        self.enterRule(localctx, 26, self.RULE_dataClause)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 302
            self.match(StreamSqlParser.WITH)
            self.state = 304
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==44:
                self.state = 303
                self.match(StreamSqlParser.NO)


            self.state = 306
            self.match(StreamSqlParser.DATA)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshModeContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshMode

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshMode" ):
                return visitor.visitRefreshMode(self)
            else:
                return visitor.visitChildren(self)




    def refreshMode(self):

        localctx = StreamSqlParser.RefreshModeContext(self, self._ctx, self.state)
        self.enterRule(localctx, 28, self.RULE_refreshMode)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 308
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 17717788704) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ScheduleContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_schedule


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class CronContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.expression = None # StringLiteralContext
            self.zone = None # StringLiteralContext
            self.copyFrom(ctx)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)
        def stringLiteral(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.StringLiteralContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,i)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)
        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)
        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCron" ):
                return visitor.visitCron(self)
            else:
                return visitor.visitChildren(self)


    class DownstreamContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitDownstream" ):
                return visitor.visitDownstream(self)
            else:
                return visitor.visitChildren(self)


    class NoneContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNone" ):
                return visitor.visitNone(self)
            else:
                return visitor.visitChildren(self)


    class EveryContext(ScheduleContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.ScheduleContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)
        def wholeNumber(self):
            return self.getTypedRuleContext(StreamSqlParser.WholeNumberContext,0)

        def timeUnit(self):
            return self.getTypedRuleContext(StreamSqlParser.TimeUnitContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvery" ):
                return visitor.visitEvery(self)
            else:
                return visitor.visitChildren(self)



    def schedule(self):

        localctx = StreamSqlParser.ScheduleContext(self, self._ctx, self.state)
        self.enterRule(localctx, 30, self.RULE_schedule)
        self._la = 0 # Token type
        try:
            self.state = 324
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [23]:
                localctx = StreamSqlParser.EveryContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 310
                self.match(StreamSqlParser.EVERY)
                self.state = 311
                self.wholeNumber()
                self.state = 312
                self.timeUnit()
                pass
            elif token in [13]:
                localctx = StreamSqlParser.CronContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 314
                self.match(StreamSqlParser.CRON)
                self.state = 315
                localctx.expression = self.stringLiteral()
                self.state = 320
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if _la==4:
                    self.state = 316
                    self.match(StreamSqlParser.AT)
                    self.state = 317
                    self.match(StreamSqlParser.TIME)
                    self.state = 318
                    self.match(StreamSqlParser.ZONE)
                    self.state = 319
                    localctx.zone = self.stringLiteral()


                pass
            elif token in [21]:
                localctx = StreamSqlParser.DownstreamContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 322
                self.match(StreamSqlParser.DOWNSTREAM)
                pass
            elif token in [45]:
                localctx = StreamSqlParser.NoneContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 323
                self.match(StreamSqlParser.NONE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TimeUnitContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_timeUnit

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTimeUnit" ):
                return visitor.visitTimeUnit(self)
            else:
                return visitor.visitChildren(self)




    def timeUnit(self):

        localctx = StreamSqlParser.TimeUnitContext(self, self._ctx, self.state)
        self.enterRule(localctx, 32, self.RULE_timeUnit)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 326
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & 864694433432567808) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def propertyKey(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyKeyContext,0)


        def propertyValue(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertyValueContext,0)


        def EQUALS(self):
            return self.getToken(StreamSqlParser.EQUALS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_property

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitProperty" ):
                return visitor.visitProperty(self)
            else:
                return visitor.visitChildren(self)




    def property_(self):

        localctx = StreamSqlParser.PropertyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 34, self.RULE_property)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 328
            self.propertyKey()
            self.state = 330
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==84:
                self.state = 329
                self.match(StreamSqlParser.EQUALS)


            self.state = 332
            self.propertyValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyKeyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyKey

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyKey" ):
                return visitor.visitPropertyKey(self)
            else:
                return visitor.visitChildren(self)




    def propertyKey(self):

        localctx = StreamSqlParser.PropertyKeyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 36, self.RULE_propertyKey)
        self._la = 0 # Token type
        try:
            self.state = 343
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 88, 91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 334
                self.identifier()
                self.state = 339
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while _la==83:
                    self.state = 335
                    self.match(StreamSqlParser.DOT)
                    self.state = 336
                    self.identifier()
                    self.state = 341
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            elif token in [87]:
                self.enterOuterAlt(localctx, 2)
                self.state = 342
                self.stringLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class PropertyValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_propertyValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitPropertyValue" ):
                return visitor.visitPropertyValue(self)
            else:
                return visitor.visitChildren(self)




    def propertyValue(self):

        localctx = StreamSqlParser.PropertyValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 38, self.RULE_propertyValue)
        try:
            self.state = 348
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [87]:
                self.enterOuterAlt(localctx, 1)
                self.state = 345
                self.stringLiteral()
                pass
            elif token in [86, 89, 90]:
                self.enterOuterAlt(localctx, 2)
                self.state = 346
                self.number()
                pass
            elif token in [26, 71]:
                self.enterOuterAlt(localctx, 3)
                self.state = 347
                self.booleanLiteral()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.QualifiedNameContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,i)


        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def refreshOption(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.RefreshOptionContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.RefreshOptionContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshStreamTable" ):
                return visitor.visitRefreshStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def refreshStreamTable(self):

        localctx = StreamSqlParser.RefreshStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 40, self.RULE_refreshStreamTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 350
            self.match(StreamSqlParser.REFRESH)
            self.state = 351
            self.match(StreamSqlParser.STREAM)
            self.state = 352
            self.match(StreamSqlParser.TABLE)
            self.state = 353
            self.qualifiedName()
            self.state = 358
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 354
                self.match(StreamSqlParser.COMMA)
                self.state = 355
                self.qualifiedName()
                self.state = 360
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 364
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while (((_la) & ~0x3f) == 0 and ((1 << _la) & 537920000) != 0) or _la==77:
                self.state = 361
                self.refreshOption()
                self.state = 366
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class RefreshOptionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def withoutUpstream(self):
            return self.getTypedRuleContext(StreamSqlParser.WithoutUpstreamContext,0)


        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_refreshOption

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRefreshOption" ):
                return visitor.visitRefreshOption(self)
            else:
                return visitor.visitChildren(self)




    def refreshOption(self):

        localctx = StreamSqlParser.RefreshOptionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 42, self.RULE_refreshOption)
        try:
            self.state = 371
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [29]:
                self.enterOuterAlt(localctx, 1)
                self.state = 367
                self.match(StreamSqlParser.FULL)
                pass
            elif token in [20]:
                self.enterOuterAlt(localctx, 2)
                self.state = 368
                self.match(StreamSqlParser.DIFFERENTIAL)
                pass
            elif token in [77]:
                self.enterOuterAlt(localctx, 3)
                self.state = 369
                self.withoutUpstream()
                pass
            elif token in [9]:
                self.enterOuterAlt(localctx, 4)
                self.state = 370
                self.match(StreamSqlParser.CASCADE)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WithoutUpstreamContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_withoutUpstream

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWithoutUpstream" ):
                return visitor.visitWithoutUpstream(self)
            else:
                return visitor.visitChildren(self)




    def withoutUpstream(self):

        localctx = StreamSqlParser.WithoutUpstreamContext(self, self._ctx, self.state)
        self.enterRule(localctx, 44, self.RULE_withoutUpstream)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 373
            self.match(StreamSqlParser.WITHOUT)
            self.state = 374
            self.match(StreamSqlParser.UPSTREAM)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AlterStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def alterAction(self):
            return self.getTypedRuleContext(StreamSqlParser.AlterActionContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_alterStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitAlterStreamTable" ):
                return visitor.visitAlterStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def alterStreamTable(self):

        localctx = StreamSqlParser.AlterStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 46, self.RULE_alterStreamTable)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 376
            self.match(StreamSqlParser.ALTER)
            self.state = 377
            self.match(StreamSqlParser.STREAM)
            self.state = 378
            self.match(StreamSqlParser.TABLE)
            self.state = 379
            self.qualifiedName()
            self.state = 380
            self.alterAction()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class AlterActionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser


        def getRuleIndex(self):
            return StreamSqlParser.RULE_alterAction


        def copyFrom(self, ctx:ParserRuleContext):
            super().copyFrom(ctx)



    class SetScheduleContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def scheduleClause(self):
            return self.getTypedRuleContext(StreamSqlParser.ScheduleClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetSchedule" ):
                return visitor.visitSetSchedule(self)
            else:
                return visitor.visitChildren(self)


    class SuspendContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSuspend" ):
                return visitor.visitSuspend(self)
            else:
                return visitor.visitChildren(self)


    class ResumeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitResume" ):
                return visitor.visitResume(self)
            else:
                return visitor.visitChildren(self)


    class RenameToContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)
        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)
        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitRenameTo" ):
                return visitor.visitRenameTo(self)
            else:
                return visitor.visitChildren(self)


    class SetRefreshModeContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def refreshModeClause(self):
            return self.getTypedRuleContext(StreamSqlParser.RefreshModeClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetRefreshMode" ):
                return visitor.visitSetRefreshMode(self)
            else:
                return visitor.visitChildren(self)


    class SetPropertiesContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)
        def propertiesClause(self):
            return self.getTypedRuleContext(StreamSqlParser.PropertiesClauseContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetProperties" ):
                return visitor.visitSetProperties(self)
            else:
                return visitor.visitChildren(self)


    class SetQueryContext(AlterActionContext):

        def __init__(self, parser, ctx:ParserRuleContext): # actually a StreamSqlParser.AlterActionContext
            super().__init__(parser)
            self.copyFrom(ctx)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)
        def query(self):
            return self.getTypedRuleContext(StreamSqlParser.QueryContext,0)


        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitSetQuery" ):
                return visitor.visitSetQuery(self)
            else:
                return visitor.visitChildren(self)



    def alterAction(self):

        localctx = StreamSqlParser.AlterActionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 48, self.RULE_alterAction)
        try:
            self.state = 395
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,36,self._ctx)
            if la_ == 1:
                localctx = StreamSqlParser.SetRefreshModeContext(self, localctx)
                self.enterOuterAlt(localctx, 1)
                self.state = 382
                self.match(StreamSqlParser.SET)
                self.state = 383
                self.refreshModeClause()
                pass

            elif la_ == 2:
                localctx = StreamSqlParser.SetScheduleContext(self, localctx)
                self.enterOuterAlt(localctx, 2)
                self.state = 384
                self.match(StreamSqlParser.SET)
                self.state = 385
                self.scheduleClause()
                pass

            elif la_ == 3:
                localctx = StreamSqlParser.SetPropertiesContext(self, localctx)
                self.enterOuterAlt(localctx, 3)
                self.state = 386
                self.match(StreamSqlParser.SET)
                self.state = 387
                self.propertiesClause()
                pass

            elif la_ == 4:
                localctx = StreamSqlParser.SuspendContext(self, localctx)
                self.enterOuterAlt(localctx, 4)
                self.state = 388
                self.match(StreamSqlParser.SUSPEND)
                pass

            elif la_ == 5:
                localctx = StreamSqlParser.ResumeContext(self, localctx)
                self.enterOuterAlt(localctx, 5)
                self.state = 389
                self.match(StreamSqlParser.RESUME)
                pass

            elif la_ == 6:
                localctx = StreamSqlParser.RenameToContext(self, localctx)
                self.enterOuterAlt(localctx, 6)
                self.state = 390
                self.match(StreamSqlParser.RENAME)
                self.state = 391
                self.match(StreamSqlParser.TO)
                self.state = 392
                self.qualifiedName()
                pass

            elif la_ == 7:
                localctx = StreamSqlParser.SetQueryContext(self, localctx)
                self.enterOuterAlt(localctx, 7)
                self.state = 393
                self.match(StreamSqlParser.AS)
                self.state = 394
                self.query()
                pass


        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QueryContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_query

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQuery" ):
                return visitor.visitQuery(self)
            else:
                return visitor.visitChildren(self)




    def query(self):

        localctx = StreamSqlParser.QueryContext(self, self._ctx, self.state)
        self.enterRule(localctx, 50, self.RULE_query)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 398
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 397
                _la = self._input.LA(1)
                if _la <= 0 or _la==79:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 400
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class EventContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_event

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitEvent" ):
                return visitor.visitEvent(self)
            else:
                return visitor.visitChildren(self)




    def event(self):

        localctx = StreamSqlParser.EventContext(self, self._ctx, self.state)
        self.enterRule(localctx, 52, self.RULE_event)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 402
            _la = self._input.LA(1)
            if not(((((_la - 17)) & ~0x3f) == 0 and ((1 << (_la - 17)) & 36028797019488257) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OnStreamTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_onStreamTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOnStreamTable" ):
                return visitor.visitOnStreamTable(self)
            else:
                return visitor.visitChildren(self)




    def onStreamTable(self):

        localctx = StreamSqlParser.OnStreamTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 54, self.RULE_onStreamTable)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 404
            self.match(StreamSqlParser.ON)
            self.state = 405
            self.match(StreamSqlParser.STREAM)
            self.state = 406
            self.match(StreamSqlParser.TABLE)
            self.state = 407
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ReferencingContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def transitionTable(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.TransitionTableContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.TransitionTableContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_referencing

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitReferencing" ):
                return visitor.visitReferencing(self)
            else:
                return visitor.visitChildren(self)




    def referencing(self):

        localctx = StreamSqlParser.ReferencingContext(self, self._ctx, self.state)
        self.enterRule(localctx, 56, self.RULE_referencing)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 409
            self.match(StreamSqlParser.REFERENCING)
            self.state = 411
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 410
                self.transitionTable()
                self.state = 413
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not (_la==43 or _la==48):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TransitionTableContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_transitionTable

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTransitionTable" ):
                return visitor.visitTransitionTable(self)
            else:
                return visitor.visitChildren(self)




    def transitionTable(self):

        localctx = StreamSqlParser.TransitionTableContext(self, self._ctx, self.state)
        self.enterRule(localctx, 58, self.RULE_transitionTable)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 415
            _la = self._input.LA(1)
            if not(_la==43 or _la==48):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 416
            self.match(StreamSqlParser.TABLE)
            self.state = 418
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,39,self._ctx)
            if la_ == 1:
                self.state = 417
                self.match(StreamSqlParser.AS)


            self.state = 420
            self.identifier()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_condition

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitCondition" ):
                return visitor.visitCondition(self)
            else:
                return visitor.visitChildren(self)




    def condition(self):

        localctx = StreamSqlParser.ConditionContext(self, self._ctx, self.state)
        self.enterRule(localctx, 60, self.RULE_condition)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 423
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while True:
                self.state = 422
                self.conditionPart()
                self.state = 425
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589770751) != 0)):
                    break

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ConditionPartContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def conditionPart(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.ConditionPartContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.ConditionPartContext,i)


        def SEMICOLON(self):
            return self.getToken(StreamSqlParser.SEMICOLON, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_conditionPart

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitConditionPart" ):
                return visitor.visitConditionPart(self)
            else:
                return visitor.visitChildren(self)




    def conditionPart(self):

        localctx = StreamSqlParser.ConditionPartContext(self, self._ctx, self.state)
        self.enterRule(localctx, 62, self.RULE_conditionPart)
        self._la = 0 # Token type
        try:
            self.state = 436
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [80]:
                self.enterOuterAlt(localctx, 1)
                self.state = 427
                self.match(StreamSqlParser.LEFT_PAREN)
                self.state = 431
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589770751) != 0):
                    self.state = 428
                    self.conditionPart()
                    self.state = 433
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 434
                self.match(StreamSqlParser.RIGHT_PAREN)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96]:
                self.enterOuterAlt(localctx, 2)
                self.state = 435
                _la = self._input.LA(1)
                if _la <= 0 or ((((_la - 79)) & ~0x3f) == 0 and ((1 << (_la - 79)) & 7) != 0):
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class TriggerBodyContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def SEMICOLON(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.SEMICOLON)
            else:
                return self.getToken(StreamSqlParser.SEMICOLON, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_triggerBody

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitTriggerBody" ):
                return visitor.visitTriggerBody(self)
            else:
                return visitor.visitChildren(self)




    def triggerBody(self):

        localctx = StreamSqlParser.TriggerBodyContext(self, self._ctx, self.state)
        self.enterRule(localctx, 64, self.RULE_triggerBody)
        self._la = 0 # Token type
        try:
            self.state = 467
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [6]:
                self.enterOuterAlt(localctx, 1)
                self.state = 438
                self.match(StreamSqlParser.BEGIN)
                self.state = 442
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0):
                    self.state = 439
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==79:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 444
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                self.state = 457
                self._errHandler.sync(self)
                _alt = self._interp.adaptivePredict(self._input,46,self._ctx)
                while _alt!=2 and _alt!=ATN.INVALID_ALT_NUMBER:
                    if _alt==1:
                        self.state = 446
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 445
                            self.match(StreamSqlParser.SEMICOLON)
                            self.state = 448
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not (_la==79):
                                break

                        self.state = 451
                        self._errHandler.sync(self)
                        _la = self._input.LA(1)
                        while True:
                            self.state = 450
                            _la = self._input.LA(1)
                            if _la <= 0 or _la==79:
                                self._errHandler.recoverInline(self)
                            else:
                                self._errHandler.reportMatch(self)
                                self.consume()
                            self.state = 453
                            self._errHandler.sync(self)
                            _la = self._input.LA(1)
                            if not ((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0)):
                                break

                    self.state = 459
                    self._errHandler.sync(self)
                    _alt = self._interp.adaptivePredict(self._input,46,self._ctx)

                pass
            elif token in [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96]:
                self.enterOuterAlt(localctx, 2)
                self.state = 460
                _la = self._input.LA(1)
                if _la <= 0 or _la==6 or _la==79:
                    self._errHandler.recoverInline(self)
                else:
                    self._errHandler.reportMatch(self)
                    self.consume()
                self.state = 464
                self._errHandler.sync(self)
                _la = self._input.LA(1)
                while (((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 8589901823) != 0):
                    self.state = 461
                    _la = self._input.LA(1)
                    if _la <= 0 or _la==79:
                        self._errHandler.recoverInline(self)
                    else:
                        self._errHandler.reportMatch(self)
                        self.consume()
                    self.state = 466
                    self._errHandler.sync(self)
                    _la = self._input.LA(1)

                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def argumentValue(self):
            return self.getTypedRuleContext(StreamSqlParser.ArgumentValueContext,0)


        def identifier(self):
            return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,0)


        def ARROW(self):
            return self.getToken(StreamSqlParser.ARROW, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argument

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgument" ):
                return visitor.visitArgument(self)
            else:
                return visitor.visitChildren(self)




    def argument(self):

        localctx = StreamSqlParser.ArgumentContext(self, self._ctx, self.state)
        self.enterRule(localctx, 66, self.RULE_argument)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 472
            self._errHandler.sync(self)
            la_ = self._interp.adaptivePredict(self._input,49,self._ctx)
            if la_ == 1:
                self.state = 469
                self.identifier()
                self.state = 470
                self.match(StreamSqlParser.ARROW)


            self.state = 474
            self.argumentValue()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class ArgumentValueContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def stringLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.StringLiteralContext,0)


        def number(self):
            return self.getTypedRuleContext(StreamSqlParser.NumberContext,0)


        def booleanLiteral(self):
            return self.getTypedRuleContext(StreamSqlParser.BooleanLiteralContext,0)


        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_argumentValue

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitArgumentValue" ):
                return visitor.visitArgumentValue(self)
            else:
                return visitor.visitChildren(self)




    def argumentValue(self):

        localctx = StreamSqlParser.ArgumentValueContext(self, self._ctx, self.state)
        self.enterRule(localctx, 68, self.RULE_argumentValue)
        try:
            self.state = 480
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [87]:
                self.enterOuterAlt(localctx, 1)
                self.state = 476
                self.stringLiteral()
                pass
            elif token in [86, 89, 90]:
                self.enterOuterAlt(localctx, 2)
                self.state = 477
                self.number()
                pass
            elif token in [26, 71]:
                self.enterOuterAlt(localctx, 3)
                self.state = 478
                self.booleanLiteral()
                pass
            elif token in [47]:
                self.enterOuterAlt(localctx, 4)
                self.state = 479
                self.match(StreamSqlParser.NULL)
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class OrReplaceContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_orReplace

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitOrReplace" ):
                return visitor.visitOrReplace(self)
            else:
                return visitor.visitChildren(self)




    def orReplace(self):

        localctx = StreamSqlParser.OrReplaceContext(self, self._ctx, self.state)
        self.enterRule(localctx, 70, self.RULE_orReplace)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 482
            self.match(StreamSqlParser.OR)
            self.state = 483
            self.match(StreamSqlParser.REPLACE)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfNotExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifNotExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfNotExists" ):
                return visitor.visitIfNotExists(self)
            else:
                return visitor.visitChildren(self)




    def ifNotExists(self):

        localctx = StreamSqlParser.IfNotExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 72, self.RULE_ifNotExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 485
            self.match(StreamSqlParser.IF)
            self.state = 486
            self.match(StreamSqlParser.NOT)
            self.state = 487
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IfExistsContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_ifExists

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIfExists" ):
                return visitor.visitIfExists(self)
            else:
                return visitor.visitChildren(self)




    def ifExists(self):

        localctx = StreamSqlParser.IfExistsContext(self, self._ctx, self.state)
        self.enterRule(localctx, 74, self.RULE_ifExists)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 489
            self.match(StreamSqlParser.IF)
            self.state = 490
            self.match(StreamSqlParser.EXISTS)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class InSchemaContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def qualifiedName(self):
            return self.getTypedRuleContext(StreamSqlParser.QualifiedNameContext,0)


        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_inSchema

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitInSchema" ):
                return visitor.visitInSchema(self)
            else:
                return visitor.visitChildren(self)




    def inSchema(self):

        localctx = StreamSqlParser.InSchemaContext(self, self._ctx, self.state)
        self.enterRule(localctx, 76, self.RULE_inSchema)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 492
            _la = self._input.LA(1)
            if not(_la==28 or _la==35):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
            self.state = 493
            self.qualifiedName()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class QualifiedNameContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def DOT(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.DOT)
            else:
                return self.getToken(StreamSqlParser.DOT, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_qualifiedName

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitQualifiedName" ):
                return visitor.visitQualifiedName(self)
            else:
                return visitor.visitChildren(self)




    def qualifiedName(self):

        localctx = StreamSqlParser.QualifiedNameContext(self, self._ctx, self.state)
        self.enterRule(localctx, 78, self.RULE_qualifiedName)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 495
            self.identifier()
            self.state = 500
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==83:
                self.state = 496
                self.match(StreamSqlParser.DOT)
                self.state = 497
                self.identifier()
                self.state = 502
                self._errHandler.sync(self)
                _la = self._input.LA(1)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierListContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def LEFT_PAREN(self):
            return self.getToken(StreamSqlParser.LEFT_PAREN, 0)

        def identifier(self, i:int=None):
            if i is None:
                return self.getTypedRuleContexts(StreamSqlParser.IdentifierContext)
            else:
                return self.getTypedRuleContext(StreamSqlParser.IdentifierContext,i)


        def RIGHT_PAREN(self):
            return self.getToken(StreamSqlParser.RIGHT_PAREN, 0)

        def COMMA(self, i:int=None):
            if i is None:
                return self.getTokens(StreamSqlParser.COMMA)
            else:
                return self.getToken(StreamSqlParser.COMMA, i)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifierList

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifierList" ):
                return visitor.visitIdentifierList(self)
            else:
                return visitor.visitChildren(self)




    def identifierList(self):

        localctx = StreamSqlParser.IdentifierListContext(self, self._ctx, self.state)
        self.enterRule(localctx, 80, self.RULE_identifierList)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 503
            self.match(StreamSqlParser.LEFT_PAREN)
            self.state = 504
            self.identifier()
            self.state = 509
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            while _la==82:
                self.state = 505
                self.match(StreamSqlParser.COMMA)
                self.state = 506
                self.identifier()
                self.state = 511
                self._errHandler.sync(self)
                _la = self._input.LA(1)

            self.state = 512
            self.match(StreamSqlParser.RIGHT_PAREN)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class IdentifierContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def IDENTIFIER(self):
            return self.getToken(StreamSqlParser.IDENTIFIER, 0)

        def BACKQUOTED_IDENTIFIER(self):
            return self.getToken(StreamSqlParser.BACKQUOTED_IDENTIFIER, 0)

        def nonReserved(self):
            return self.getTypedRuleContext(StreamSqlParser.NonReservedContext,0)


        def getRuleIndex(self):
            return StreamSqlParser.RULE_identifier

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitIdentifier" ):
                return visitor.visitIdentifier(self)
            else:
                return visitor.visitChildren(self)




    def identifier(self):

        localctx = StreamSqlParser.IdentifierContext(self, self._ctx, self.state)
        self.enterRule(localctx, 82, self.RULE_identifier)
        try:
            self.state = 517
            self._errHandler.sync(self)
            token = self._input.LA(1)
            if token in [91]:
                self.enterOuterAlt(localctx, 1)
                self.state = 514
                self.match(StreamSqlParser.IDENTIFIER)
                pass
            elif token in [88]:
                self.enterOuterAlt(localctx, 2)
                self.state = 515
                self.match(StreamSqlParser.BACKQUOTED_IDENTIFIER)
                pass
            elif token in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78]:
                self.enterOuterAlt(localctx, 3)
                self.state = 516
                self.nonReserved()
                pass
            else:
                raise NoViableAltException(self)

        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class StringLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def STRING(self):
            return self.getToken(StreamSqlParser.STRING, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_stringLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitStringLiteral" ):
                return visitor.visitStringLiteral(self)
            else:
                return visitor.visitChildren(self)




    def stringLiteral(self):

        localctx = StreamSqlParser.StringLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 84, self.RULE_stringLiteral)
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 519
            self.match(StreamSqlParser.STRING)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class WholeNumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_wholeNumber

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitWholeNumber" ):
                return visitor.visitWholeNumber(self)
            else:
                return visitor.visitChildren(self)




    def wholeNumber(self):

        localctx = StreamSqlParser.WholeNumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 86, self.RULE_wholeNumber)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 522
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==86:
                self.state = 521
                self.match(StreamSqlParser.MINUS)


            self.state = 524
            self.match(StreamSqlParser.INTEGER)
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NumberContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def INTEGER(self):
            return self.getToken(StreamSqlParser.INTEGER, 0)

        def DECIMAL(self):
            return self.getToken(StreamSqlParser.DECIMAL, 0)

        def MINUS(self):
            return self.getToken(StreamSqlParser.MINUS, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_number

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNumber" ):
                return visitor.visitNumber(self)
            else:
                return visitor.visitChildren(self)




    def number(self):

        localctx = StreamSqlParser.NumberContext(self, self._ctx, self.state)
        self.enterRule(localctx, 88, self.RULE_number)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 527
            self._errHandler.sync(self)
            _la = self._input.LA(1)
            if _la==86:
                self.state = 526
                self.match(StreamSqlParser.MINUS)


            self.state = 529
            _la = self._input.LA(1)
            if not(_la==89 or _la==90):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class BooleanLiteralContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_booleanLiteral

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitBooleanLiteral" ):
                return visitor.visitBooleanLiteral(self)
            else:
                return visitor.visitChildren(self)




    def booleanLiteral(self):

        localctx = StreamSqlParser.BooleanLiteralContext(self, self._ctx, self.state)
        self.enterRule(localctx, 90, self.RULE_booleanLiteral)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 531
            _la = self._input.LA(1)
            if not(_la==26 or _la==71):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx


    class NonReservedContext(ParserRuleContext):
        __slots__ = 'parser'

        def __init__(self, parser, parent:ParserRuleContext=None, invokingState:int=-1):
            super().__init__(parent, invokingState)
            self.parser = parser

        def AFTER(self):
            return self.getToken(StreamSqlParser.AFTER, 0)

        def ALTER(self):
            return self.getToken(StreamSqlParser.ALTER, 0)

        def AS(self):
            return self.getToken(StreamSqlParser.AS, 0)

        def AT(self):
            return self.getToken(StreamSqlParser.AT, 0)

        def AUTO(self):
            return self.getToken(StreamSqlParser.AUTO, 0)

        def BEGIN(self):
            return self.getToken(StreamSqlParser.BEGIN, 0)

        def BY(self):
            return self.getToken(StreamSqlParser.BY, 0)

        def CALL(self):
            return self.getToken(StreamSqlParser.CALL, 0)

        def CASCADE(self):
            return self.getToken(StreamSqlParser.CASCADE, 0)

        def CLUSTER(self):
            return self.getToken(StreamSqlParser.CLUSTER, 0)

        def COMMENT(self):
            return self.getToken(StreamSqlParser.COMMENT, 0)

        def CREATE(self):
            return self.getToken(StreamSqlParser.CREATE, 0)

        def CRON(self):
            return self.getToken(StreamSqlParser.CRON, 0)

        def DATA(self):
            return self.getToken(StreamSqlParser.DATA, 0)

        def DAY(self):
            return self.getToken(StreamSqlParser.DAY, 0)

        def DAYS(self):
            return self.getToken(StreamSqlParser.DAYS, 0)

        def DELETE(self):
            return self.getToken(StreamSqlParser.DELETE, 0)

        def DESC(self):
            return self.getToken(StreamSqlParser.DESC, 0)

        def DESCRIBE(self):
            return self.getToken(StreamSqlParser.DESCRIBE, 0)

        def DIFFERENTIAL(self):
            return self.getToken(StreamSqlParser.DIFFERENTIAL, 0)

        def DOWNSTREAM(self):
            return self.getToken(StreamSqlParser.DOWNSTREAM, 0)

        def DROP(self):
            return self.getToken(StreamSqlParser.DROP, 0)

        def EVERY(self):
            return self.getToken(StreamSqlParser.EVERY, 0)

        def EXISTS(self):
            return self.getToken(StreamSqlParser.EXISTS, 0)

        def EXPLAIN(self):
            return self.getToken(StreamSqlParser.EXPLAIN, 0)

        def FALSE(self):
            return self.getToken(StreamSqlParser.FALSE, 0)

        def FOR(self):
            return self.getToken(StreamSqlParser.FOR, 0)

        def FROM(self):
            return self.getToken(StreamSqlParser.FROM, 0)

        def FULL(self):
            return self.getToken(StreamSqlParser.FULL, 0)

        def HISTORY(self):
            return self.getToken(StreamSqlParser.HISTORY, 0)

        def HOUR(self):
            return self.getToken(StreamSqlParser.HOUR, 0)

        def HOURS(self):
            return self.getToken(StreamSqlParser.HOURS, 0)

        def IF(self):
            return self.getToken(StreamSqlParser.IF, 0)

        def IMMEDIATE(self):
            return self.getToken(StreamSqlParser.IMMEDIATE, 0)

        def IN(self):
            return self.getToken(StreamSqlParser.IN, 0)

        def INSERT(self):
            return self.getToken(StreamSqlParser.INSERT, 0)

        def LIKE(self):
            return self.getToken(StreamSqlParser.LIKE, 0)

        def LIMIT(self):
            return self.getToken(StreamSqlParser.LIMIT, 0)

        def LOCATION(self):
            return self.getToken(StreamSqlParser.LOCATION, 0)

        def MINUTE(self):
            return self.getToken(StreamSqlParser.MINUTE, 0)

        def MINUTES(self):
            return self.getToken(StreamSqlParser.MINUTES, 0)

        def MODE(self):
            return self.getToken(StreamSqlParser.MODE, 0)

        def NEW(self):
            return self.getToken(StreamSqlParser.NEW, 0)

        def NO(self):
            return self.getToken(StreamSqlParser.NO, 0)

        def NONE(self):
            return self.getToken(StreamSqlParser.NONE, 0)

        def NOT(self):
            return self.getToken(StreamSqlParser.NOT, 0)

        def NULL(self):
            return self.getToken(StreamSqlParser.NULL, 0)

        def OLD(self):
            return self.getToken(StreamSqlParser.OLD, 0)

        def ON(self):
            return self.getToken(StreamSqlParser.ON, 0)

        def OR(self):
            return self.getToken(StreamSqlParser.OR, 0)

        def PARTITIONED(self):
            return self.getToken(StreamSqlParser.PARTITIONED, 0)

        def REFERENCING(self):
            return self.getToken(StreamSqlParser.REFERENCING, 0)

        def REFRESH(self):
            return self.getToken(StreamSqlParser.REFRESH, 0)

        def RENAME(self):
            return self.getToken(StreamSqlParser.RENAME, 0)

        def REPLACE(self):
            return self.getToken(StreamSqlParser.REPLACE, 0)

        def RESUME(self):
            return self.getToken(StreamSqlParser.RESUME, 0)

        def SCHEDULE(self):
            return self.getToken(StreamSqlParser.SCHEDULE, 0)

        def SECOND(self):
            return self.getToken(StreamSqlParser.SECOND, 0)

        def SECONDS(self):
            return self.getToken(StreamSqlParser.SECONDS, 0)

        def SET(self):
            return self.getToken(StreamSqlParser.SET, 0)

        def SHOW(self):
            return self.getToken(StreamSqlParser.SHOW, 0)

        def STREAM(self):
            return self.getToken(StreamSqlParser.STREAM, 0)

        def SUSPEND(self):
            return self.getToken(StreamSqlParser.SUSPEND, 0)

        def TABLE(self):
            return self.getToken(StreamSqlParser.TABLE, 0)

        def TABLES(self):
            return self.getToken(StreamSqlParser.TABLES, 0)

        def TBLPROPERTIES(self):
            return self.getToken(StreamSqlParser.TBLPROPERTIES, 0)

        def TIME(self):
            return self.getToken(StreamSqlParser.TIME, 0)

        def TO(self):
            return self.getToken(StreamSqlParser.TO, 0)

        def TRIGGER(self):
            return self.getToken(StreamSqlParser.TRIGGER, 0)

        def TRIGGERS(self):
            return self.getToken(StreamSqlParser.TRIGGERS, 0)

        def TRUE(self):
            return self.getToken(StreamSqlParser.TRUE, 0)

        def UPDATE(self):
            return self.getToken(StreamSqlParser.UPDATE, 0)

        def UPSTREAM(self):
            return self.getToken(StreamSqlParser.UPSTREAM, 0)

        def VERIFY(self):
            return self.getToken(StreamSqlParser.VERIFY, 0)

        def WHEN(self):
            return self.getToken(StreamSqlParser.WHEN, 0)

        def WITH(self):
            return self.getToken(StreamSqlParser.WITH, 0)

        def WITHOUT(self):
            return self.getToken(StreamSqlParser.WITHOUT, 0)

        def ZONE(self):
            return self.getToken(StreamSqlParser.ZONE, 0)

        def getRuleIndex(self):
            return StreamSqlParser.RULE_nonReserved

        def accept(self, visitor:ParseTreeVisitor):
            if hasattr( visitor, "visitNonReserved" ):
                return visitor.visitNonReserved(self)
            else:
                return visitor.visitChildren(self)




    def nonReserved(self):

        localctx = StreamSqlParser.NonReservedContext(self, self._ctx, self.state)
        self.enterRule(localctx, 92, self.RULE_nonReserved)
        self._la = 0 # Token type
        try:
            self.enterOuterAlt(localctx, 1)
            self.state = 533
            _la = self._input.LA(1)
            if not((((_la) & ~0x3f) == 0 and ((1 << _la) & -2) != 0) or ((((_la - 64)) & ~0x3f) == 0 and ((1 << (_la - 64)) & 32767) != 0)):
                self._errHandler.recoverInline(self)
            else:
                self._errHandler.reportMatch(self)
                self.consume()
        except RecognitionException as re:
            localctx.exception = re
            self._errHandler.reportError(self, re)
            self._errHandler.recover(self, re)
        finally:
            self.exitRule()
        return localctx
