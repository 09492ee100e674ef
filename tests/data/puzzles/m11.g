# The Mathieu group M11, of order 7920, as in the GAP manual.
a:=(1,2,3,4,5,6,7,8,9,10,11);
b:=(3,7,11,8)
   (4,10,5,6);;
M11:=Group(a,b);
